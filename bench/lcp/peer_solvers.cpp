// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>

#include "bench/peers/peers.hpp"
#include "solvers.hpp"

namespace perpend::bench {
namespace {

Solver wrap(const Peer& peer) {
  return {peer.name, peer.largest_n, true, [solve = peer.solve](const Case& c, Answer& answer) {
            answer.f.resize(c.problem.size());
            const bool claims = solve(static_cast<int>(c.problem.size()), c.problem.A.data(),
                                      c.problem.b.data(), answer.f.data());
            answer.pivots = answer.drives = 0;
            answer.status = claims ? lcp::Status::solved : lcp::Status::limit;
          }};
}

struct Project {
  const char* name;
  std::span<const Peer> (*peers)();  ///< null if it was not found
};

constexpr std::array kProjects{
#ifdef PERPEND_PEER_ODE
    Project{"ODE", ode_peers},
#else
    Project{"ODE (libode-dev)", nullptr},
#endif
#ifdef PERPEND_PEER_DART
    Project{"DART", dart_peers},
#else
    Project{"DART (libdart-external-odelcpsolver-dev)", nullptr},
#endif
#ifdef PERPEND_PEER_BULLET
    Project{"Bullet", bullet_peers},
#else
    Project{"Bullet (libbullet-dev)", nullptr},
#endif
#ifdef PERPEND_PEER_SICONOS
    Project{"Siconos", siconos_peers},
#else
    Project{"Siconos (libsiconos-numerics-dev)", nullptr},
#endif
#ifdef PERPEND_PEER_PROXQP
    Project{"ProxQP", proxqp_peers},
#else
    Project{"ProxQP (PyPI proxsuite)", nullptr},
#endif
};

}  // namespace

std::vector<Solver> peer_solvers() {
  std::vector<Solver> solvers;
  for (const Project& project : kProjects)
    if (project.peers)
      for (const Peer& peer : project.peers()) solvers.push_back(wrap(peer));
  return solvers;
}

std::vector<std::string> missing_peers() {
  std::vector<std::string> missing;
  for (const Project& project : kProjects)
    if (!project.peers)
      missing.push_back("skipped: " + std::string(project.name) + " not installed");
  return missing;
}

Solver regularised(const Solver& peer) {
  auto changed = std::make_shared<Case>();
  return {peer.name + " + 1e-8", peer.largest_n, peer.peer,
          [peer, changed](const Case& c, Answer& answer) {
            changed->problem = c.problem;
            changed->problem.A.diagonal().array() += 1e-8 * c.problem.A.diagonal().mean();
            peer.solve(*changed, answer);
          }};
}

}  // namespace perpend::bench
