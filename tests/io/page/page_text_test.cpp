// SPDX-License-Identifier: Apache-2.0
#include "io/page/page_text.hpp"

#include <doctest/doctest.h>

#include "page_reader.hpp"

namespace perpend::io {

TEST_CASE("a title is text, whatever stands in it, and parts are not searched for others") {
  const std::string html = page({.title = "a < b && \"c\" {{data}}",
                                 .data = R"({"text": "</script><b> {{script}} & {{title}}"})",
                                 .script = "run('{{data}} <')"});
  CHECK(html.find("<title>a &lt; b &amp;&amp; \"c\" {{data}} · Perpend</title>") != html.npos);
  CHECK(html.find("run('{{data}} <')") != html.npos);
  CHECK(html.find("</script><b>") == html.npos);
  CHECK(page_reader::data_of(html)["text"] == "</script><b> {{script}} & {{title}}");
}

TEST_CASE("only a page that asks for it may connect to where it came from") {
  CHECK(
      page({.title = "", .data = "", .script = "", .connects = true}).find("connect-src 'self'") !=
      std::string::npos);
  CHECK(page({}).find("connect-src 'none'") != std::string::npos);
}

}  // namespace perpend::io
