// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "view/loop.hpp"

namespace perpend::view {

/// Serves a page on a port of the loopback interface and, if there is a world, the socket through
/// which the page communicates with it. Refuses clients that are not its own page.
class Server {
 public:
  /// An empty `load` means that the page needs no world. Throws InvalidArgument if the port is
  /// taken.
  struct Content {
    std::string page;  ///< HTML
    Load load = {};
    bool running = true;
  };
  Server(Content content, int port);
  ~Server();

  int port() const;
  /// Serves until `stopped` returns true, which is called at least twenty times a second.
  void serve(const std::function<bool()>& stopped);

 private:
  class Sockets;
  std::unique_ptr<Sockets> sockets_;
};

/// Returns the page of a live world: HTML.
std::string live_page(const std::string& title);

}  // namespace perpend::view
