// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// Memory of sweeps_start(), one entry per block.
struct SweepMemory {
  // What one contact or bilateral row is moved by: W_tn and the inverses that its step divides by.
  struct Site {
    Eigen::Vector2d coupling = Eigen::Vector2d::Zero();
    double normal = 0.0, tangent = 0.0;
  };
  std::vector<Eigen::Vector4d> r, q;
  std::vector<Site> sites;
  Eigen::VectorXd velocity;  // of sweep_bodies()
};

/// A starting point for Newton steps where W is sparse: at most `most` sweeps of Gauss and Seidel
/// over the contacts, from zero, fewer where they no longer move anything. No block may be a box.
/// `rows` are those of cone.W.
void sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most, SweepMemory& memory,
                  Eigen::VectorXd& start);

/// The same from r, in the velocities of the bodies: `times` sweeps. `columns` are those of cone.W.
void sweep_bodies(const ConeProblem& cone, const BodyColumns& columns, int times,
                  SweepMemory& memory, Eigen::VectorXd& r);

}  // namespace perpend::lcp
