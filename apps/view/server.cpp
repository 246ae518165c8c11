// SPDX-License-Identifier: Apache-2.0
#include "view/server.hpp"

#include <libwebsockets.h>

#include <array>
#include <deque>
#include <optional>
#include <unordered_map>

#include "embedded/live_js.hpp"
#include "io/page/page_text.hpp"
#include "perpend/core/error.hpp"
#include "view/limits.hpp"

namespace perpend::view {
namespace {

constexpr const char* kProtocol = "perpend-1";
constexpr double kBurst = 500, kPerSecond = 250;  // messages of a client

/// A page connected by a socket.
struct Client {
  int number = 0;
  RateLimit limit{kBurst, kPerSecond};
  std::string message;                               ///< incoming message so far
  std::uint64_t scene = 0, settings = 0, frame = 0;  ///< numbers of the last ones sent
  std::deque<std::string> refusals;
};

std::string header(lws* wsi, lws_token_indexes which) {
  std::array<char, 256> buffer{};
  const int length = lws_hdr_copy(wsi, buffer.data(), buffer.size(), which);
  return length > 0 ? std::string(buffer.data(), length) : std::string{};
}

bool is_welcome(lws* wsi) {
  const std::string host = header(wsi, WSI_TOKEN_HOST);
  const bool too_long = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 255;
  return is_loopback(host) && !too_long && is_same_origin(header(wsi, WSI_TOKEN_ORIGIN), host);
}

int write(lws* wsi, const std::string& text, lws_write_protocol as) {
  std::vector<unsigned char> bytes(LWS_PRE + text.size());
  std::copy(text.begin(), text.end(), bytes.begin() + LWS_PRE);
  const int written = lws_write(wsi, bytes.data() + LWS_PRE, text.size(), as);
  return written < static_cast<int>(text.size()) ? -1 : 0;
}

}  // namespace

class Server::Sockets {
 public:
  Sockets(Content content, int port);
  ~Sockets() {
    loop_.reset();  // it wakes the context
    lws_context_destroy(context_);
  }
  int port() const { return lws_get_vhost_listen_port(lws_get_vhost_by_name(context_, "default")); }
  void serve(const std::function<bool()>& stopped);

 private:
  struct Timer {
    lws_sorted_usec_list_t list{};  // first: the library passes its address back
    lws_context* context = nullptr;
  };

  static void tick(lws_sorted_usec_list_t* list);
  static int callback(lws* wsi, lws_callback_reasons reason, void*, void* in, std::size_t length);
  int on(lws* wsi, lws_callback_reasons reason, void* in, std::size_t length);
  int answer_http(lws* wsi, const char* path);
  int send_page(lws* wsi);
  int open(lws* wsi);
  int close(lws* wsi);
  int receive(lws* wsi, const char* bytes, std::size_t length);
  int send(lws* wsi);
  int send_next(lws* wsi, Client& client, const Output& output);

  Content content_;
  lws_context* context_ = nullptr;
  std::unordered_map<lws*, Client> clients_;
  std::unordered_map<lws*, std::size_t> pages_;  // bytes sent to clients that load the page
  int last_client_ = 0;
  Timer timer_;
  std::optional<Loop> loop_;
};

Server::Sockets::Sockets(Content content, int port) : content_(std::move(content)) {
  lws_set_log_level(0, nullptr);
  static const std::array<lws_protocols, 3> protocols{
      {{"http", callback, 0, 0, 0, nullptr, 0},
       {kProtocol, callback, 0, kLongestMessage, 0, nullptr, 0},
       {nullptr, nullptr, 0, 0, 0, nullptr, 0}}};
  lws_context_creation_info info{};
  info.port = port;
  info.iface = "127.0.0.1";
  info.protocols = protocols.data();
  info.user = this;
  info.vhost_name = "default";
  info.gid = info.uid = -1;
  info.timeout_secs = 10;
  info.max_http_header_pool = 2 * kMostClients;
  info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6;
  context_ = lws_create_context(&info);
  require(context_ != nullptr, "port", "one that no other program listens on", port);
  timer_.context = context_;
  if (content_.load)
    loop_.emplace(content_.load, content_.running, [this] { lws_cancel_service(context_); });
}

void Server::Sockets::serve(const std::function<bool()>& stopped) {
  tick(&timer_.list);
  while (!stopped() && lws_service(context_, 0) >= 0) {
  }
  lws_sul_cancel(&timer_.list);
}

// Wakes the thread periodically, for when no other event does.
void Server::Sockets::tick(lws_sorted_usec_list_t* list) {
  lws_context* const context = reinterpret_cast<Timer*>(list)->context;
  lws_sul_schedule(context, 0, list, tick, 50 * LWS_US_PER_MS);
}

int Server::Sockets::callback(lws* wsi, lws_callback_reasons reason, void*, void* in,
                              std::size_t length) {
  lws_context* const context = lws_get_context(wsi);
  auto* const self = context ? static_cast<Sockets*>(lws_context_user(context)) : nullptr;
  return self ? self->on(wsi, reason, in, length) : 0;
}

int Server::Sockets::on(lws* wsi, lws_callback_reasons reason, void* in, std::size_t length) {
  switch (reason) {
    case LWS_CALLBACK_HTTP:
      return answer_http(wsi, static_cast<const char*>(in));
    case LWS_CALLBACK_HTTP_WRITEABLE:
      return send_page(wsi);
    case LWS_CALLBACK_CLOSED_HTTP:
      pages_.erase(wsi);
      return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
      return loop_ && clients_.size() < kMostClients && is_welcome(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
      return open(wsi);
    case LWS_CALLBACK_CLOSED:
      return close(wsi);
    case LWS_CALLBACK_RECEIVE:
      return receive(wsi, static_cast<const char*>(in), length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
      return send(wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
      for (const auto& [each, client] : clients_) lws_callback_on_writable(each);
      return 0;
    default:
      return 0;
  }
}

int Server::Sockets::answer_http(lws* wsi, const char* path) {
  const bool known = std::string_view(path) == "/";
  if (!is_loopback(header(wsi, WSI_TOKEN_HOST))) return lws_return_http_status(wsi, 403, nullptr);
  if (!known || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)
    return lws_return_http_status(wsi, 404, nullptr);
  std::array<unsigned char, LWS_PRE + 1024> buffer{};
  unsigned char* at = buffer.data() + LWS_PRE;
  unsigned char* const start = at;
  unsigned char* const end = buffer.data() + buffer.size();
  const auto add = [&](const char* name, const std::string& value) {
    return lws_add_http_header_by_name(wsi, reinterpret_cast<const unsigned char*>(name),
                                       reinterpret_cast<const unsigned char*>(value.c_str()),
                                       static_cast<int>(value.size()), &at, end);
  };
  if (lws_add_http_common_headers(wsi, 200, "text/html; charset=utf-8", content_.page.size(), &at,
                                  end) ||
      add("cache-control:", "no-store") || add("x-frame-options:", "DENY") ||
      add("x-content-type-options:", "nosniff") || add("referrer-policy:", "no-referrer") ||
      lws_finalize_write_http_header(wsi, start, &at, end))
    return 1;
  pages_[wsi] = 0;
  lws_callback_on_writable(wsi);
  return 0;
}

int Server::Sockets::send_page(lws* wsi) {
  constexpr std::size_t kChunk = 65'536;
  const auto found = pages_.find(wsi);
  if (found == pages_.end()) return -1;
  const std::string chunk = content_.page.substr(found->second, kChunk);
  found->second += chunk.size();
  const bool last = found->second >= content_.page.size();
  if (write(wsi, chunk, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
  if (!last) {
    lws_callback_on_writable(wsi);
    return 0;
  }
  pages_.erase(found);
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

int Server::Sockets::open(lws* wsi) {
  Client& client = clients_[wsi];
  client.number = ++last_client_;
  loop_->join(client.number);
  lws_callback_on_writable(wsi);
  return 0;
}

int Server::Sockets::close(lws* wsi) {
  const auto found = clients_.find(wsi);
  if (found == clients_.end()) return 0;
  if (loop_) loop_->leave(found->second.number);  // destroyed before the last clients
  clients_.erase(found);
  return 0;
}

int Server::Sockets::receive(lws* wsi, const char* bytes, std::size_t length) {
  const auto found = clients_.find(wsi);
  if (found == clients_.end() || !loop_) return -1;
  Client& client = found->second;
  const auto refuse = [&](lws_close_status status) {
    lws_close_reason(wsi, status, nullptr, 0);
    return -1;
  };
  if (lws_frame_is_binary(wsi)) return refuse(LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
  if (client.message.size() + length > kLongestMessage)
    return refuse(LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
  client.message.append(bytes, length);
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
  if (!client.limit.take(RateLimit::Clock::now()) ||
      !loop_->post(client.number, std::exchange(client.message, {})))
    return refuse(LWS_CLOSE_STATUS_POLICY_VIOLATION);
  return 0;
}

// Only the newest message of each kind is sent, one at a time: a slow page misses frames.
int Server::Sockets::send(lws* wsi) {
  const auto found = clients_.find(wsi);
  if (found == clients_.end() || !loop_) return -1;
  Client& client = found->second;
  for (std::string& words : loop_->take_refusals(client.number))
    client.refusals.push_back(std::move(words));
  return send_next(wsi, client, loop_->output());
}

int Server::Sockets::send_next(lws* wsi, Client& client, const Output& output) {
  const auto send = [&](const std::string& text, lws_write_protocol as) {
    if (write(wsi, text, as) < 0) return -1;
    lws_callback_on_writable(wsi);
    return 0;
  };
  if (output.scene && client.scene != output.scene_number) {
    client.scene = output.scene_number;
    return send(*output.scene, LWS_WRITE_TEXT);
  }
  if (output.settings && client.settings != output.settings_number) {
    client.settings = output.settings_number;
    return send(*output.settings, LWS_WRITE_TEXT);
  }
  if (!client.refusals.empty()) {
    const std::string words = std::move(client.refusals.front());
    client.refusals.pop_front();
    return send(words, LWS_WRITE_TEXT);
  }
  if (output.frame && client.frame != output.frame_number) {
    client.frame = output.frame_number;
    return send(*output.frame, LWS_WRITE_BINARY);
  }
  return 0;
}

Server::Server(Content content, int port)
    : sockets_(std::make_unique<Sockets>(std::move(content), port)) {}
Server::~Server() = default;

int Server::port() const {
  return sockets_->port();
}

void Server::serve(const std::function<bool()>& stopped) {
  sockets_->serve(stopped);
}

std::string live_page(const std::string& title) {
  return io::page(
      {.title = title, .data = "null", .script = embedded::live_js(), .connects = true});
}

}  // namespace perpend::view
