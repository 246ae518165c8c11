// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "perpend/study/comparison.hpp"

namespace perpend::study {

/// What the runs of a comparison share while they are under way.
struct RunsUnderWay {
  double wall_limit = 0.0;  ///< s per run; 0: none
  bool lead = false;        ///< fill ComparedRun::lead
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> steps{0};
};

/// The scene under one variant, seen at `times`; series.distance stays empty.
ComparedRun run_variant(const Scene& scene, const RunVariant& variant,
                        const std::vector<double>& times, const std::vector<BodyId>& bodies,
                        RunsUnderWay& shared);

}  // namespace perpend::study
