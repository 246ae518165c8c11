// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include "bouncing_disc.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/recording.hpp"

/// The bouncing disc after `steps` rows, written to a file and read back.
inline perpend::io::Recording recorded_disc(std::int64_t steps) {
  const ScratchFile file("recorded_disc.h5");
  perpend::io::RunHeader header{"bouncing <disc>", "{}"};
  header.options.dt = bouncing_disc::kDt;
  auto recorder = perpend::io::Recorder::open(file.path, bouncing_disc::model(), header);
  REQUIRE(recorder.has_value());
  for (std::int64_t step = 0; step < steps; ++step)
    REQUIRE(recorder
                ->write(bouncing_disc::state(step), bouncing_disc::report(step),
                        bouncing_disc::contacts(step))
                .empty());
  REQUIRE(recorder->close().empty());
  auto recording = perpend::io::read_recording(file.path);
  REQUIRE(recording.has_value());
  return std::move(recording).value();
}
