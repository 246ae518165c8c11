// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "perpend/study/comparison.hpp"

namespace perpend::study {

/// Data that the runs of a comparison share while they are in progress.
struct RunsUnderWay {
  double wall_limit = 0.0;  ///< s per run; 0: none
  bool lead = false;        ///< fill ComparedRun::lead
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> steps{0};
};

/// Runs the scene with one variant and records it at `times`; series.distance stays empty.
ComparedRun run_variant(const Scene& scene, const RunVariant& variant,
                        const std::vector<double>& times, const std::vector<BodyId>& bodies,
                        RunsUnderWay& shared);

}  // namespace perpend::study
