// SPDX-License-Identifier: Apache-2.0
#include "io/format/spread_json.hpp"

#include <doctest/doctest.h>

namespace perpend::io {

TEST_CASE("of lists of objects each element has its line, all else stays on that of its key") {
  const auto scene = nlohmann::ordered_json::parse(R"({"name": "a \"b\"", "gravity": [0, -1],
    "bodies": [{"name": "c", "shapes": [{"disc": {}}, 1]}, {"z": 1, "a": null}],
    "view": {"lo": [0, 1]}, "joints": [], "one": [{}], "ke\"y": 2.5})");
  const std::string text = spread(scene);
  CHECK(text ==
        "{\n \"name\": \"a \\\"b\\\"\",\n \"gravity\": [0,-1],\n"
        " \"bodies\": [\n  {\"name\":\"c\",\"shapes\":[{\"disc\":{}},1]},\n"
        "  {\"z\":1,\"a\":null}\n ],\n \"view\": {\"lo\":[0,1]},\n \"joints\": [],\n"
        " \"one\": [\n  {}\n ],\n \"ke\\\"y\": 2.5\n}\n");
  CHECK(nlohmann::ordered_json::parse(text) == scene);
}

}  // namespace perpend::io
