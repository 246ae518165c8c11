// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <random>

#include "io/scratch_file.hpp"
#include "page_reader.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::io {
namespace {

using namespace study;

TEST_CASE("the page has fine meshes packed, a triangle in less than twenty bytes") {
  const int n = 300;
  Eigen::MatrixXd heights(n + 1, n + 1);
  std::mt19937 random(6);
  for (double& height : heights.reshaped())
    height = std::uniform_real_distribution<double>(0, 0.1)(random);
  const spatial::Mesh ground = spatial::height_field(heights, 0.1, 0.1);
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = ground}}}});
  const Model model = builder.build().value();
  const ScratchFile recorded("fine.h5"), page("fine.html");
  auto recorder = Recorder::open(recorded.path, model, {"t", "{}"});
  REQUIRE(recorder.has_value());
  REQUIRE(recorder->write(initial_state(model), {}, {}).empty());
  REQUIRE(recorder->close().empty());
  const Recording recording = read_recording(recorded.path).value();
  REQUIRE(write_run_page(page.path, {&model, &recording}).empty());
  const nlohmann::json shape =
      page_reader::data_of(page_reader::read_text(page.path))["bodies"][0]["shapes"][0];
  const auto points = page_reader::unpacked(shape["points"]);
  const auto faces = page_reader::unpacked<std::uint32_t>(shape["faces"]);
  const Eigen::Map<const Eigen::Matrix3Xf> found(points.data(), 3, Eigen::Index(points.size() / 3));
  REQUIRE(found.cols() == ground.mesh->vertices.cols());
  CHECK((found.cast<double>() - ground.mesh->vertices).cwiseAbs().maxCoeff() < 1e-5);
  REQUIRE(faces.size() == 3 * ground.mesh->triangles.size());
  for (std::size_t i = 0; i < faces.size(); ++i)
    CHECK(static_cast<int>(faces[i]) == ground.mesh->triangles[i / 3].corner[i % 3]);
  CHECK(shape.dump().size() < 20 * ground.mesh->triangles.size());
}

}  // namespace
}  // namespace perpend::io
