// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "perpend/io/recording.hpp"
#include "perpend/sim/report_fields.hpp"

namespace perpend::io {

/// Records a run for its page while it runs, in bounded memory: the start, then rows of `every`
/// steps, which is 1 and doubles whenever the memory is used up. A row has the state and the
/// contacts at its end and the report of all its steps, merged as a Recorder merges them.
class RunSampler {
 public:
  static constexpr std::size_t kMostRows = 8192, kFewestRows = 16;

  /// `max_bytes` limits all rows together, unless kFewestRows take more.
  RunSampler(const Model& model, RunHeader header, std::size_t max_bytes = 64'000'000);

  /// Works as Recorder::write(). `forces` is Simulator::coordinate_forces().
  void add(const State& state, const StepReport& report, std::span<const ContactRecord> contacts,
           std::span<const CoordinateForce> forces = {});

  /// Returns the rows, including the open one, and empties the sampler. In addition to the fields
  /// of a recording read from a file, the report has `longest_solve` and `longest_step`: the
  /// largest wall times (s) of single steps.
  Recording take();

 private:
  struct Row {
    State state;  // without contact memory
    std::vector<ContactRecord> contacts;
    std::vector<CoordinateForce> forces;  // one per joint coordinate
    MergedReport report;
    double longest_solve = 0.0, longest_step = 0.0;

    std::size_t bytes() const;
  };

  void merge(const Row& later, Row& row) const;
  void halve();

  const Model& model_;
  RunHeader header_;
  std::size_t max_bytes_, bytes_ = 0;
  std::vector<Row> rows_;
  Row open_;            // steps since the last row
  int steps_open_ = 0;  // number of steps in open_
  int every_ = 1;
  std::string log_;
};

}  // namespace perpend::io
