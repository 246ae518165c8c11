// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include "world.hpp"

namespace perpend::python {

/// A period of work on a world without the interpreter's lock. It begins and ends with that lock
/// held, as does every other call that uses the world: those wait until the turn is over.
class Turn {
 public:
  explicit Turn(World& world) : world_(world) {
    world_.give_way();
    world_.wait();
    world_.set_busy(true);
    thread_ = PyEval_SaveThread();
  }
  ~Turn() {
    PyEval_RestoreThread(thread_);
    world_.set_busy(false);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  World& world_;
  PyThreadState* thread_;
};

}  // namespace perpend::python
