// SPDX-License-Identifier: Apache-2.0
#include "peers.hpp"

#include <dlfcn.h>

#include <array>
#include <exception>
#include <memory>

#include "bench/peers/chain.hpp"
#include "perpend/core/error.hpp"

namespace perpend::bench {
namespace {

struct Module {
  const char* name;
  const char* package;
  const char* file;  ///< empty if it was not found
  bool reduced;
  int largest_links;
};

constexpr std::array kModules{
    Module{"ode", "ODE (libode-dev)", PERPEND_CHAIN_ODE, false, 1000},
    Module{"simbody", "Simbody (libsimbody-dev)", PERPEND_CHAIN_SIMBODY, true, 10000},
    Module{"dart", "DART (libdart-dev)", PERPEND_CHAIN_DART, true, 200},
    Module{"mujoco", "MuJoCo (PyPI mujoco-core)", PERPEND_CHAIN_MUJOCO, true, 200},
    Module{"pinocchio", "Pinocchio (PyPI libpinocchio, libboost-dev)", PERPEND_CHAIN_PINOCCHIO,
           true, 500},
};

// Loads a module once and never closes it: engines register objects that must outlive the last
// call.
MakeChain load(const Module& module) {
  if (!*module.file) return nullptr;
  void* library = dlopen(module.file, RTLD_NOW | RTLD_LOCAL);
  return library ? reinterpret_cast<MakeChain>(dlsym(library, "perpend_make_chain")) : nullptr;
}

ChainResult run(MakeChain make, const ChainScene& scene, int steps) {
  require(scene.links > 0, "links", "must be positive", scene.links);
  require(scene.link_length > 0, "link_length", "must be positive", scene.link_length);
  require(scene.link_mass > 0, "link_mass", "must be positive", scene.link_mass);
  require(scene.end_mass >= 0, "end_mass", "must not be negative", scene.end_mass);
  require(scene.dt > 0, "dt", "must be positive", scene.dt);
  require(steps > 0, "steps", "must be positive", steps);
  try {
    const std::unique_ptr<ChainSimulation> simulation(make(scene));
    return measure_chain(scene, steps, *simulation);
  } catch (const std::exception& error) {
    ChainResult failed;
    failed.note = error.what();
    return failed;
  }
}

}  // namespace

std::vector<ChainPeer> chain_peers() {
  std::vector<ChainPeer> peers;
  for (const Module& module : kModules)
    if (const MakeChain make = load(module))
      peers.push_back(
          {module.name, module.reduced, module.largest_links,
           [make](const ChainScene& scene, int steps) { return run(make, scene, steps); }});
  return peers;
}

std::vector<std::string> missing_chain_peers() {
  std::vector<std::string> missing;
  for (const Module& module : kModules)
    if (!load(module))
      missing.push_back("skipped: " + std::string(module.package) + " not installed");
  return missing;
}

}  // namespace perpend::bench
