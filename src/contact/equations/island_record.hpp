// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "lcp/problem/block_problem.hpp"
#include "linalg/graph/pair_blocks.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/slip.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {

/// Kinds of problem that an island can be stated as.
enum class Record {
  lcp,      ///< frictionless contacts and limits
  boxed,    ///< the same with motors
  contact,  ///< the cone or the box, with a stored W
  law,      ///< any other law with friction (LawProblem)
  bodies    ///< large islands: the cone, the box or polygons in the velocities of the bodies
};

/// Returns the kind of problem that suits these groups, their law and the method of the options.
Record choose_record(const StepRows& rows, std::span<const int> groups,
                     const lcp::Options& options);

/// The complementarity problem of an island as data of the solvers. `kind` tells which members are
/// in use; the others keep their memory.
struct IslandRecord {
  Record kind = Record::lcp;
  lcp::Lcp unbounded;   ///< Record::lcp
  lcp::BoxedLcp boxed;  ///< Record::boxed; bounds of Record::law; decompression of every law
  lcp::ContactProblem contact;  ///< Record::contact; the starting point of Record::law
  lcp::SlipOptions slip;        ///< Record::law: slip of the contacts at the start
  lcp::BlockProblem blocks;     ///< Record::bodies; also where `in_bodies`
  linalg::PairBlocks pairs;     ///< W by pairs of contacts, where `in_pairs`
  bool in_pairs = false;        ///< W is `pairs`, and is made dense on request
  bool in_bodies = false;       ///< W is also in `blocks`, and these are the better unknowns

  bool is_cone() const { return kind == Record::contact || kind == Record::bodies; }
  /// True if W can be stored; else the problem is in the velocities of the bodies.
  bool stores_W() const { return kind != Record::bodies; }
  /// Returns W, which stores_W().
  Eigen::MatrixXd& W();
  Eigen::VectorXd& b();
  /// Returns the round-off of b.
  Eigen::VectorXd& noise();
  /// Returns true if W, b and the noise are finite; poses and velocities may be finite and their
  /// products not.
  bool is_finite();
};

}  // namespace perpend
