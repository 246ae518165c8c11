// SPDX-License-Identifier: Apache-2.0
#include "state_bytes.hpp"

#include <cstring>

#include "perpend/core/error.hpp"

namespace perpend::python {
namespace {

constexpr std::string_view kMark = "perpend-state-4";

class Writer {
 public:
  template <typename T>
  void number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void vector(const Eigen::VectorXd& values) {
    number(static_cast<std::int64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  }
  void mark() { bytes_.append(kMark); }
  void text(std::string_view text) {
    number(static_cast<std::int64_t>(text.size()));
    bytes_.append(text);
  }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  [[noreturn]] void refuse() const {
    throw InvalidArgument("bytes", "a state of this version", "other bytes");
  }

  std::string_view take(std::size_t n) {
    if (n > rest_.size()) refuse();
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
  }
  template <typename T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::size_t count(std::size_t size) {
    const auto n = number<std::int64_t>();
    if (n < 0 || static_cast<std::size_t>(n) > rest_.size() / size) refuse();
    return static_cast<std::size_t>(n);
  }
  Eigen::VectorXd vector() {
    const std::size_t n = count(sizeof(double));
    Eigen::VectorXd values(static_cast<Eigen::Index>(n));
    std::memcpy(values.data(), take(n * sizeof(double)).data(), n * sizeof(double));
    return values;
  }
  std::string text() { return std::string(take(count(1))); }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

void write_bodies(const io::BodyTable& bodies, Writer& out) {
  out.number(static_cast<std::int64_t>(bodies.names.size()));
  for (std::size_t i = 0; i < bodies.names.size(); ++i) {
    out.text(bodies.names[i]);
    out.number(static_cast<std::int32_t>(bodies.kind[i]));
    out.number(bodies.dof[i]);
  }
}

io::BodyTable read_bodies(Reader& in) {
  io::BodyTable bodies;
  for (std::size_t left = in.count(16); left > 0; --left) {
    bodies.names.push_back(in.text());
    const auto kind = in.number<std::int32_t>();
    if (kind < 0 || kind > static_cast<std::int32_t>(BodyKind::custom)) in.refuse();
    bodies.kind.push_back(static_cast<BodyKind>(kind));
    bodies.dof.push_back(in.number<std::int32_t>());
  }
  return bodies;
}

void write_state(const State& state, Writer& out) {
  out.number(state.time);
  out.number(state.step);
  for (const Eigen::VectorXd* each :
       {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
    out.vector(*each);
  out.number(static_cast<std::int64_t>(state.contacts.size()));
  for (const ContactMemory& each : state.contacts) {
    out.number(each.key);
    for (const double part : each.impulse) out.number(part);
  }
  out.number(state.joint_work.gained);
  out.number(state.joint_work.scale);
  out.number(static_cast<std::int64_t>(state.broken.size()));
  for (const std::int8_t broken : state.broken) out.number(broken);
}

State read_state(Reader& in) {
  State state;
  state.time = in.number<double>();
  state.step = in.number<std::int64_t>();
  for (Eigen::VectorXd* each : {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
    *each = in.vector();
  state.contacts.resize(in.count(4 * sizeof(double)));
  for (ContactMemory& each : state.contacts) {
    each.key = in.number<std::uint64_t>();
    for (double& part : each.impulse) part = in.number<double>();
  }
  state.joint_work.gained = in.number<double>();
  state.joint_work.scale = in.number<double>();
  state.broken.resize(in.count(1));
  for (std::int8_t& broken : state.broken) broken = in.number<std::int8_t>();
  return state;
}

}  // namespace

std::string to_bytes(const Snapshot& snapshot) {
  Writer out;
  out.mark();
  write_state(snapshot.state, out);
  write_bodies(*snapshot.bodies, out);
  out.number(snapshot.dt);
  return std::move(out).bytes();
}

Snapshot from_bytes(std::string_view bytes) {
  Reader in(bytes);
  if (in.take(kMark.size()) != kMark) in.refuse();
  State state = read_state(in);
  auto bodies = std::make_shared<io::BodyTable>(read_bodies(in));
  const auto dt = in.number<double>();
  if (!in.at_end()) in.refuse();
  return {std::move(state), std::move(bodies), dt};
}

}  // namespace perpend::python
