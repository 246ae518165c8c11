// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "view/loop.hpp"

namespace perpend::view {

/// A page on a port of the loopback interface, and where there is a world the socket the page
/// speaks to it through. Refuses what does not come from a page of its own.
class Server {
 public:
  /// `load`: empty where the page needs no world. Throws InvalidArgument where the port is taken.
  struct Content {
    std::string page;  ///< HTML
    Load load = {};
    bool running = true;
  };
  Server(Content content, int port);
  ~Server();

  int port() const;
  /// Serves until `stopped` holds, which is asked at least twenty times a second.
  void serve(const std::function<bool()>& stopped);

 private:
  class Sockets;
  std::unique_ptr<Sockets> sockets_;
};

/// The page of a live world: HTML.
std::string live_page(const std::string& title);

}  // namespace perpend::view
