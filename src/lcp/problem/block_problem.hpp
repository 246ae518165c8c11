// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "lcp/problem/friction_polygon.hpp"
#include "linalg/graph/block_graph.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// A contact problem in blocks, from which every representation of its W is made:
///
///   a = W f + b,   W = J K⁻¹ Jᵀ + C,   K = [M  Gᵀ]   M  mass of the bodies, and what couples them
///                                          [G  -S]   G  joints between them, S their compliance
///
/// J are rows on bodies: of contacts, limits and motors; C is their compliance. Without joints and
/// couplings K is block diagonal. Everything is a small dense block, column by column.
class BlockProblem {
 public:
  using Map = Eigen::Map<Eigen::MatrixXd>;
  using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

  /// Rows that share a law and their bodies: a contact, or one bilateral row.
  struct Group {
    Eigen::Index row = 0;
    int rows = 0;
    int first_part = 0, parts = 0;
  };
  /// Jᵀ of a group at one node: sizes[node] × rows.
  struct Part {
    int node = 0;
    std::size_t value = 0;
  };

  /// Empties the problem; memory is kept.
  void clear();
  bool values_are_finite() const;

  // Functions that add data throw InvalidArgument where sizes, nodes and rows do not fit.

  // K

  /// Adds a body (sign +1) or a joint (-1) of 1 to 12 rows with a block of zeros; returns its node.
  int add_node(int size, int sign);
  /// Adds K(first, second) and its transpose as zeros; returns the edge. Each pair once.
  int add_coupling(int first, int second);
  Map node(int i) { return {values_.data() + node_value_[i], size_of(i), size_of(i)}; }
  ConstMap node(int i) const { return {values_.data() + node_value_[i], size_of(i), size_of(i)}; }
  Map coupling(int edge);
  ConstMap coupling(int edge) const;
  const linalg::BlockGraph& graph() const { return graph_; }
  /// Number of rows of K; the rows of its nodes follow one another.
  int velocities() const { return velocities_; }

  // J

  /// Adds a group of the next `rows` rows; returns its index.
  int add_group(int rows);
  /// Adds Jᵀ of the last group at a body, as zeros. Each body once.
  Map add_part(int node);
  ConstMap part(const Group& group, const Part& part) const {
    return {values_.data() + part.value, size_of(part.node), group.rows};
  }
  const std::vector<Group>& groups() const { return groups_; }
  std::span<const Part> parts(const Group& group) const {
    return {parts_.data() + group.first_part, static_cast<std::size_t>(group.parts)};
  }

  /// Number of rows of J, each of them in one group.
  Eigen::Index size() const { return rows_; }

  Eigen::VectorXd b;           ///< size() entries: the motion without f
  Eigen::VectorXd compliance;  ///< size() entries, diagonal of C; 0: hard
  Eigen::VectorXd noise;       ///< how far b may be off, as in Lcp; empty: not at all
  /// Contacts, each with all rows of one group. Groups of no contact have one row, which is
  /// bilateral.
  std::vector<Contact> contacts;
  FrictionLaw law = FrictionLaw::coulomb;
  /// Polygons in place of the discs of `law`, one per contact; empty: none. Contacts with one
  /// tangent or none do not use theirs.
  std::vector<FrictionPolygon> polygons;

 private:
  int size_of(int i) const { return graph_.sizes[static_cast<std::size_t>(i)]; }
  std::size_t take(int rows, int columns);
  void check_node(const char* name, int node) const;

  linalg::BlockGraph graph_;
  int velocities_ = 0;
  std::vector<std::size_t> node_value_, coupling_value_;
  std::vector<double> values_;
  std::vector<Group> groups_;
  std::vector<Part> parts_;
  Eigen::Index rows_ = 0;
};

/// True if all data are finite numbers.
bool is_finite(const BlockProblem& problem);

/// Throws InvalidArgument on wrong sizes, NaN or infinite data, a body twice in a group, contacts
/// that are not groups, or groups of several rows that are no contact.
void validate(const BlockProblem& problem);

/// Returns the same problem with W stored. Throws as validate() does, and where a body's mass block
/// is not positive definite.
ContactProblem condense(const BlockProblem& problem);

/// Computes certify(ContactProblem) of the same answer, without W: K is factored along its graph.
/// `rounding` counts |J| |M_b⁻¹| |Jᵀ| |f| with the mass blocks M_b of the bodies alone.
Certificate certify(const BlockProblem& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a);

}  // namespace perpend::lcp
