// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Columns of one body in a row group. Body -1 (the world) has none.
struct RowBlock {
  int body = -1;
  int cols = 0;      ///< velocities of the body
  int v_offset = 0;  ///< offset of the first of them in State::v
  int values = 0;    ///< offset of J (rows × cols), row-major
};

/// Rows on the same bodies: of a contact or a joint (a and b) or a coupler (more).
struct RowGroup {
  int rows = 0;
  int first_row = 0;    ///< index in the pool
  int first_block = 0;  ///< index in RowPool::blocks()
  int blocks = 0;
};

/// Jacobian rows J of all constraints, stored as one small dense block per group and body, so that
/// numerical code works on blocks and never on a joint or a contact.
class RowPool {
 public:
  using Block = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  using ConstBlock =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

  void clear();
  /// Adds a group with zero blocks and returns its index. A body may be -1 (the world).
  int add(const Model& model, int body_a, int body_b, int rows);
  int add(const Model& model, std::span<const int> bodies, int rows);

  /// Copies a group of another pool and returns its index here.
  int append(const RowPool& other, int group);

  /// Block k of a group; a and b are blocks 0 and 1.
  Block block(int group, int k);
  ConstBlock block(int group, int k) const;
  Block a(int group) { return block(group, 0); }
  Block b(int group) { return block(group, 1); }
  ConstBlock a(int group) const { return block(group, 0); }
  ConstBlock b(int group) const { return block(group, 1); }

  std::span<const RowGroup> groups() const { return groups_; }
  std::span<const RowBlock> blocks(int group) const {
    return std::span(blocks_).subspan(groups_[group].first_block, groups_[group].blocks);
  }
  int rows() const { return rows_; }
  /// J of all blocks, see RowBlock::values.
  double* values() { return values_.data(); }

 private:
  std::vector<RowGroup> groups_;
  std::vector<RowBlock> blocks_;
  std::vector<double> values_;
  int rows_ = 0;
};

/// Computes J v for one group; out has the group's rows.
void multiply(const RowPool& pool, int group, const Eigen::VectorXd& v,
              Eigen::Ref<Eigen::VectorXd> out);
/// Adds J^T lambda of one group to v.
void add_transpose(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda,
                   Eigen::VectorXd& v);

/// Dense Delassus matrix W = J M^-1 J^T of some groups of the pool.
/// Cost: the zeros of W plus one small product for each pair of groups that shares a body.
class DelassusAssembler {
 public:
  /// inverse_mass holds one entry per velocity (0 where motion is prescribed). Group i gets the
  /// rows of W from first_rows[i] on; W is `size` square and 0 in rows of no group.
  void assemble(const RowPool& pool, std::span<const int> groups, std::span<const int> first_rows,
                const Eigen::VectorXd& inverse_mass, const Model& model, int size,
                Eigen::MatrixXd& W);

 private:
  struct Incidence {
    int body, position, block;  // position of the group in `groups`
  };
  std::vector<Incidence> incidences_;
};

}  // namespace perpend
