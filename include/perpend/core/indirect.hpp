// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace perpend {

/// Holds a T on the heap with value semantics: it is copied with its owner and const where the
/// owner is. It is empty only after it was moved from.
template <class T>
class Indirect {
 public:
  Indirect() : value_(std::make_unique<T>()) {}
  Indirect(const Indirect& other) : value_(std::make_unique<T>(*other)) {}
  Indirect(Indirect&&) noexcept = default;
  Indirect& operator=(Indirect other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Indirect() = default;

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace perpend
