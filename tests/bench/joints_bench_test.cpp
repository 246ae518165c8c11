// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/joints/bench.hpp"
#include "bench/joints/models.hpp"

namespace perpend::bench {

TEST_CASE("the systems of Baraff's section 9 have their multipliers") {
  CHECK(planar_tree_model(54).joint_rows == 108);
  CHECK(spatial_chain_model(127).joint_rows == 381);
  CHECK(spatial_chain_model(32).joint_rows == 96);
  const Model rings = planar_rings_model(6, 8);
  CHECK(rings.joint_rows == 96 + 12);
  CHECK(rings.bodies.size() == 96 / 2);  // so 48 of its pins could be a forest
  CHECK(structure_model(Structure::ladder, 30).bodies.size() == 29);
}

TEST_CASE("a quick run solves every mechanism and prints every row") {
  const JointsReport report = run_joints_bench(true, [](std::string_view, double) {});
  int own = 0, printed = 0;
  for (const JointsRow& row : report.rows) {
    if (row.solver.starts_with("perpend")) {
      CAPTURE(row.family);
      CAPTURE(row.n);
      CHECK(row.solved);
      CHECK(row.worst_residual < 1e-3);
      ++own;
    }
    if (row.solver.starts_with("sparsefactor")) {
      CHECK(row.solved);
      ++printed;
    }
    CHECK(row.time_us > 0);
  }
  CHECK(own >= 14 + 15 + 4);
  CHECK(printed == 5);
  std::ostringstream table;
  print_table(report, table);
  const nlohmann::json json = to_json(report);
  CHECK(json["rows"].size() == report.rows.size());
  for (const char* key : {"family", "n", "solver", "ratio", "solved", "worst_residual"})
    CHECK(json["rows"][0].contains(key));
  CHECK(table.str().find("binary_tree") != std::string::npos);
}

}  // namespace perpend::bench
