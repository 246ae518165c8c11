// SPDX-License-Identifier: Apache-2.0
#include "joints_bench.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "joints_models.hpp"

namespace perpend::bench {

TEST_CASE("the systems of Baraff's section 9 have their multipliers") {
  CHECK(planar_tree_model(54).joint_rows == 108);
  CHECK(spatial_chain_model(127).joint_rows == 381);
  CHECK(structure_model(Structure::ladder, 30).bodies.size() == 29);
}

TEST_CASE("a quick run solves every mechanism and prints every row") {
  const JointsReport report = run_joints_bench(true, [](std::string_view, double) {});
  int own = 0;
  for (const JointsRow& row : report.rows) {
    if (row.solver.starts_with("perpend")) {
      CAPTURE(row.family);
      CAPTURE(row.n);
      CHECK(row.solved);
      CHECK(row.worst_residual < 1e-3);
      ++own;
    }
    CHECK(row.time_us > 0);
  }
  CHECK(own >= 6 + 15 + 4);
  std::ostringstream table;
  print_table(report, table);
  const nlohmann::json json = to_json(report);
  CHECK(json["rows"].size() == report.rows.size());
  for (const char* key : {"family", "n", "solver", "ratio", "solved", "worst_residual"})
    CHECK(json["rows"][0].contains(key));
  CHECK(table.str().find("binary_tree") != std::string::npos);
}

}  // namespace perpend::bench
