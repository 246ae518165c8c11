// SPDX-License-Identifier: Apache-2.0
// Builds a tree from the events of libexpat; in a build without it parse_xml() returns a fault that
// says so.
#include "io/format/xml_node.hpp"

#include <fmt/format.h>

#include <algorithm>

#if PERPEND_HAVE_EXPAT
#include <expat.h>

#include <limits>
#include <memory>
#endif

namespace perpend::io {

const std::string* XmlNode::attribute(std::string_view key) const {
  const auto at = std::ranges::find(attributes, key, &std::pair<std::string, std::string>::first);
  return at == attributes.end() ? nullptr : &at->second;
}

const XmlNode* XmlNode::child(std::string_view key) const {
  const auto at = std::ranges::find(children, key, &XmlNode::name);
  return at == children.end() ? nullptr : &*at;
}

#if PERPEND_HAVE_EXPAT
namespace {

// Trees are walked by recursion; nested links are chains of some hundred at most.
constexpr std::size_t kDeepest = 2000;

constexpr const char* kBlanks = " \t\r\n";

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser>;

struct TreeBuilder {
  XML_Parser parser;
  int lines_before = 0;  ///< that the parser does not see
  int line() const { return lines_before + static_cast<int>(XML_GetCurrentLineNumber(parser)); }
  std::vector<XmlNode> open{1};  ///< from the document to the element that is being read
  bool too_deep = false;
};

void trim(std::string& text) {
  text.erase(text.find_last_not_of(kBlanks) + 1);
  text.erase(0, std::min(text.find_first_not_of(kBlanks), text.size()));
}

void start_element(void* user, const char* name, const char** attributes) {
  TreeBuilder& tree = *static_cast<TreeBuilder*>(user);
  XmlNode node{.name = name, .line = tree.line()};
  for (; *attributes; attributes += 2) node.attributes.emplace_back(attributes[0], attributes[1]);
  tree.open.push_back(std::move(node));
  if (tree.open.size() <= kDeepest) return;
  tree.too_deep = true;
  XML_StopParser(tree.parser, XML_FALSE);
}

void end_element(void* user, const char*) {
  TreeBuilder& tree = *static_cast<TreeBuilder*>(user);
  XmlNode node = std::move(tree.open.back());
  tree.open.pop_back();
  trim(node.text);
  tree.open.back().children.push_back(std::move(node));
}

void add_text(void* user, const char* text, int length) {
  static_cast<TreeBuilder*>(user)->open.back().text.append(text, static_cast<std::size_t>(length));
}

bool ends_early(XML_Error error) {
  return error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN ||
         error == XML_ERROR_UNCLOSED_CDATA_SECTION || error == XML_ERROR_PARTIAL_CHAR;
}

// Returns why the text is no XML; of one that is cut short, which element it leaves open.
std::string reason(const TreeBuilder& tree) {
  if (tree.too_deep) return fmt::format("has elements in each other {} deep", kDeepest);
  const XML_Error error = XML_GetErrorCode(tree.parser);
  const XmlNode& last = tree.open.back();
  if (ends_early(error) && tree.open.size() > 1)
    return fmt::format("ends before </{}>, which line {} opens", last.name, last.line);
  return fmt::format("is no XML: {}", XML_ErrorString(error));
}

}  // namespace

Result<XmlNode> parse_xml(std::string_view text, const std::string& file) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return Diagnostics{{file, 1, "", "is empty", "expected XML"}};
  // Other readers of robots allow blank lines before a declaration; expat does not.
  const int blank_lines =
      static_cast<int>(std::count(text.begin(), text.begin() + std::ptrdiff_t(first), '\n'));
  text.remove_prefix(first);
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return Diagnostics{{file, 0, "", "is larger than 2 GB", "no robot is"}};
  const Parser parser(XML_ParserCreate(nullptr));
  TreeBuilder tree{.parser = parser.get(), .lines_before = blank_lines};
  XML_SetUserData(parser.get(), &tree);
  XML_SetElementHandler(parser.get(), start_element, end_element);
  XML_SetCharacterDataHandler(parser.get(), add_text);
  const XML_Status status =
      XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
  if (status == XML_STATUS_OK) return std::move(tree.open[0].children.at(0));
  return Diagnostics{{file, tree.line(), "", reason(tree), ""}};
}

#else

Result<XmlNode> parse_xml(std::string_view, const std::string& file) {
  return Diagnostics{{file, 0, "", "is XML, which this build of Perpend does not read",
                      "install libexpat1-dev and configure again"}};
}

#endif

}  // namespace perpend::io
