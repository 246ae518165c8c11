// SPDX-License-Identifier: Apache-2.0
#include "io/format/xml_node.hpp"

#include <doctest/doctest.h>

#include <random>

namespace perpend::io {
namespace {

constexpr const char* kArm = R"(<?xml version="1.0"?>
<!-- an arm -->
<robot name="a &amp; b"
       version='2'>
  one
  <link name="x"/><link name="y">
    <mass value="3" unit=""/>
  </link>
  two &lt; three
  <gap>   </gap>
</robot>
)";

TEST_CASE("elements have their attributes, children, text and line") {
  const XmlNode robot = parse_xml(kArm, "r.urdf").value();
  CHECK(robot.name == "robot");
  CHECK(robot.line == 3);
  REQUIRE(robot.attributes.size() == 2);
  CHECK(robot.attributes[0] == std::pair<std::string, std::string>("name", "a & b"));
  CHECK(robot.attributes[1] == std::pair<std::string, std::string>("version", "2"));
  CHECK(robot.text.starts_with("one"));
  CHECK(robot.text.ends_with("two < three"));
  REQUIRE(robot.children.size() == 3);
  CHECK(robot.children[0].line == 6);
  CHECK(robot.children[1].line == 6);
  CHECK(robot.children[2].text.empty());
  const XmlNode& mass = *robot.children[1].child("mass");
  CHECK(mass.line == 7);
  CHECK(*mass.attribute("value") == "3");
  CHECK(mass.attribute("unit")->empty());
  CHECK(mass.attribute("name") == nullptr);
  CHECK(robot.child("mass") == nullptr);
  CHECK(robot.child("link") == &robot.children[0]);
}

TEST_CASE("what is no XML is told with its line") {
  const auto fault = [](const std::string& text) {
    const auto read = parse_xml(text, "r.urdf");
    return read ? "none" : to_string(read.error());
  };
  CHECK(fault("<a>\n<b>\n</a>") == "r.urdf:3: is no XML: mismatched tag");
  CHECK(fault("") == "r.urdf:1: is empty (expected XML)");
  CHECK(fault("\n \t\r\n") == "r.urdf:1: is empty (expected XML)");
  CHECK(fault("<a b='1") == "r.urdf:1: is no XML: unclosed token");
  CHECK(fault("<a/>\n\n<b/>") == "r.urdf:3: is no XML: junk after document element");
  CHECK(fault("<a b='1'\n b='2'/>") == "r.urdf:2: is no XML: duplicate attribute");
}

TEST_CASE("of XML that is cut short the element that is left open is told") {
  const std::string whole = "<a>\n<b>text</b>\n<c>\n<d e='1'/>\n</c>\n</a>";
  const auto fault = [&](std::string_view until) {
    const auto read = parse_xml(whole.substr(0, whole.find(until) + until.size()), "r.urdf");
    return read ? "none" : to_string(read.error());
  };
  CHECK(fault("</a>") == "none");
  CHECK(fault("<a>") == "r.urdf:1: ends before </a>, which line 1 opens");
  CHECK(fault("te") == "r.urdf:2: ends before </b>, which line 2 opens");
  CHECK(fault("</b>") == "r.urdf:2: ends before </a>, which line 1 opens");
  CHECK(fault("<d e='1") == "r.urdf:4: ends before </c>, which line 3 opens");
  CHECK(fault("</c") == "r.urdf:5: ends before </c>, which line 3 opens");
}

// The document itself is the outermost of those that are open.
TEST_CASE("1999 elements in each other are read, 2000 are not") {
  const auto nested = [](int depth) {
    std::string text;
    for (int k = 0; k < depth; ++k) text += "<a>\n";
    for (int k = 0; k < depth; ++k) text += "</a>";
    return parse_xml(text, "r.urdf");
  };
  CHECK(nested(1999).has_value());
  const auto deep = nested(2000);
  REQUIRE(!deep);
  CHECK(to_string(deep.error()) == "r.urdf:2000: has elements in each other 2000 deep");
}

// Writes an element with its children, and checks what is read of one.
struct Drawn {
  std::mt19937 random;
  std::string text = {};
  int line = 1;

  void blank() {
    if (random() % 2 == 0) text += ' ';
    if (random() % 2 == 0) text += '\n', ++line;
  }
  XmlNode element(int depth) {
    XmlNode node{.name = "n" + std::to_string(random() % 5), .line = line};
    text += "<" + node.name;
    for (unsigned k = random() % 3; k > 0; --k) {
      node.attributes.emplace_back("k" + std::to_string(k), std::to_string(random() % 9));
      text += "\n " + node.attributes.back().first + "='" + node.attributes.back().second + "'";
      ++line;
    }
    text += ">";
    blank();
    if (random() % 2 == 0) text += node.text = "some words";
    for (unsigned k = depth < 4 ? random() % 4 : 0; k > 0; --k) {
      blank();
      node.children.push_back(element(depth + 1));
    }
    blank();
    text += "</" + node.name + ">";
    return node;
  }
};

bool same(const XmlNode& a, const XmlNode& b) {
  bool is_same = a.name == b.name && a.line == b.line && a.attributes == b.attributes &&
                 a.text == b.text && a.children.size() == b.children.size();
  for (std::size_t i = 0; is_same && i < a.children.size(); ++i)
    is_same = same(a.children[i], b.children[i]);
  return is_same;
}

TEST_CASE("elements drawn at random are read as they were written") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Drawn drawn{std::mt19937(seed)};
    const XmlNode expected = drawn.element(0);
    const auto read = parse_xml(drawn.text, "r.xml");
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
    CHECK_MESSAGE(same(*read, expected), drawn.text);
  }
}

}  // namespace
}  // namespace perpend::io
