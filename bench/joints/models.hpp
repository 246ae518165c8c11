// SPDX-License-Identifier: Apache-2.0
//
// The mechanisms of `perpend bench joints`.
#pragma once

#include <string_view>

#include "peers.hpp"
#include "perpend/model/model.hpp"

namespace perpend::bench {

/// Returns the hanging chain of ChainScene.
Model chain_model(const ChainScene& scene);

/// Families of n spatial links (0.1 m, 1 kg, inertia of ChainScene) or, for ladders, n planar ones.
/// They hang from the world and start at rest, away from equilibrium.
enum class Structure {
  chain,        ///< each link hangs on the one before
  binary_tree,  ///< two links hang on each
  star,         ///< all links on one hub
  random_tree,  ///< each link hangs on one of the last 20, from a fixed seed
  ladder        ///< planar four-bar loops side by side, three links each; loops share a post
};
inline constexpr Structure kStructures[] = {Structure::chain, Structure::binary_tree,
                                            Structure::star, Structure::random_tree,
                                            Structure::ladder};
std::string_view to_string(Structure structure);
Model structure_model(Structure structure, int links);

/// Return the mechanisms of Baraff 1996, section 9: a planar tree of `bodies` links with as many
/// pins (two-dimensional constraints), and the spatial chain with ball joints.
Model planar_tree_model(int bodies);
Model spatial_chain_model(int bodies);
/// Returns rings of `bars` bars each, the next hung on a corner of the one before; the last pins of
/// the model close one ring each.
Model planar_rings_model(int rings, int bars);

}  // namespace perpend::bench
