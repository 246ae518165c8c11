// SPDX-License-Identifier: Apache-2.0
//
// Rigid boxes that touch in faces, and the contact matrices they give. Units SI, z up.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "perpend/lcp/global_problem.hpp"
#include "random_stream.hpp"

namespace perpend::lcp {

/// A box. A planar body has inverse mass along x and z only, and inverse inertia about y only.
struct Brick {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d half = Eigen::Vector3d::Ones();  ///< half edges
  double mass = 1.0;
  Eigen::Vector3d inverse_mass = Eigen::Vector3d::Zero();     ///< diagonal
  Eigen::Vector3d inverse_inertia = Eigen::Vector3d::Zero();  ///< diagonal
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d torque = Eigen::Vector3d::Zero();  ///< about the centre
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();  ///< angular velocity
};

/// Two touching faces; contacts sit at centre ± span1 ± span2 (planar: centre ± span1).
/// (span1, span2, normal) is a right-handed orthogonal frame.
struct Face {
  int lower = -1;  ///< brick, -1 the ground
  int upper = 0;   ///< brick that the contact pushes along +normal
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Eigen::Vector3d span1 = Eigen::Vector3d::UnitX();
  Eigen::Vector3d span2 = Eigen::Vector3d::UnitY();
};

struct Brickwork {
  bool planar = false;
  std::vector<Brick> bricks;
  std::vector<Face> faces;

  int contacts_per_face() const { return planar ? 2 : 4; }
  int tangents() const { return planar ? 1 : 2; }
};

/// Return structures of about `faces` face pairs; masses are log-uniform over `octaves` octaves.
Brickwork running_bond_wall(int faces, RandomStream& random);
Brickwork stepped_pyramid(int faces, double octaves, RandomStream& random);
Brickwork stacks(int faces, int lowest, int highest, double octaves, RandomStream& random);
Brickwork blocks_on_ground(int faces, bool planar, RandomStream& random);
Brickwork random_pile(int faces, bool planar, double octaves, RandomStream& random);

void add_gravity(Brickwork& brickwork);
/// Applies a force of up to `share` times the weight, through a random point of the brick.
void push(Brickwork& brickwork, int brick, double share, RandomStream& random);

/// Returns A and b of the first `contacts` contacts; rows per contact: the normal, then `tangents`
/// tangents.
Lcp contact_matrix(const Brickwork& brickwork, int contacts, int tangents);

/// Returns the same contacts in the velocities of the bricks after `dt`: f = M v + dt forces, w =
/// 0, without friction. There are six velocities per brick (linear, angular), in the plane x, z and
/// about y; M is diagonal.
GlobalContactProblem brick_velocities(const Brickwork& brickwork, int contacts, int tangents,
                                      double dt);

/// Returns the contacts of the rows above with coefficients mu_s in [0.1, 1) and mu_k in [0.5, 1)
/// mu_s, equal within a face pair; `mixed` lets a third of the face pairs slide.
std::vector<Contact> face_contacts(const Brickwork& brickwork, int contacts, bool mixed,
                                   RandomStream& random);

}  // namespace perpend::lcp
