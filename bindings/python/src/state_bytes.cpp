// SPDX-License-Identifier: Apache-2.0
#include "state_bytes.hpp"

#include <cstring>

#include "perpend/core/error.hpp"

namespace perpend::python {
namespace {

constexpr std::string_view kMark = "perpend-state-2";

class Writer {
 public:
  template <typename T>
  void number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void vector(const Eigen::VectorXd& values) {
    number(static_cast<std::int64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  void text(std::string_view text) { bytes_.append(text); }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::size_t n) {
    if (n > rest_.size()) throw InvalidArgument("bytes", "a state of this version", "other bytes");
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
  }
  template <typename T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::size_t count(std::size_t size) {
    const auto n = number<std::int64_t>();
    if (n < 0 || static_cast<std::size_t>(n) > rest_.size() / size) take(rest_.size() + 1);
    return static_cast<std::size_t>(n);
  }
  Eigen::VectorXd vector() {
    const std::size_t n = count(sizeof(double));
    Eigen::VectorXd values(static_cast<Eigen::Index>(n));
    std::memcpy(values.data(), take(n * sizeof(double)).data(), n * sizeof(double));
    return values;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

std::string to_bytes(const State& state) {
  Writer out;
  out.text(kMark);
  out.number(state.time);
  out.number(state.step);
  for (const Eigen::VectorXd* each : {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
    out.vector(*each);
  out.number(static_cast<std::int64_t>(state.contacts.size()));
  for (const ContactMemory& each : state.contacts) {
    out.number(each.key);
    for (const double part : each.impulse) out.number(part);
  }
  out.number(state.joint_work.gained);
  out.number(state.joint_work.scale);
  out.number(static_cast<std::int64_t>(state.broken.size()));
  for (const std::int8_t broken : state.broken) out.number(broken);
  return std::move(out).bytes();
}

State from_bytes(std::string_view bytes) {
  Reader in(bytes);
  if (in.take(kMark.size()) != kMark) in.take(bytes.size() + 1);
  State state;
  state.time = in.number<double>();
  state.step = in.number<std::int64_t>();
  for (Eigen::VectorXd* each : {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
    *each = in.vector();
  state.contacts.resize(in.count(4 * sizeof(double)));
  for (ContactMemory& each : state.contacts) {
    each.key = in.number<std::uint64_t>();
    for (double& part : each.impulse) part = in.number<double>();
  }
  state.joint_work.gained = in.number<double>();
  state.joint_work.scale = in.number<double>();
  state.broken.resize(in.count(1));
  for (std::int8_t& broken : state.broken) broken = in.number<std::int8_t>();
  if (!in.at_end()) in.take(bytes.size() + 1);
  return state;
}

}  // namespace perpend::python
