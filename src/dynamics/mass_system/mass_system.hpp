// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/mass_system/added_mass.hpp"
#include "dynamics/row_pool.hpp"
#include "linalg/ldlt/block_ldlt.hpp"
#include "linalg/ldlt/block_reduction.hpp"

namespace perpend {

/// Compliance of hard joint rows as a share of J M̂⁻¹ Jᵀ. On closed loops of bars the answer has the
/// same digits for 1e-16 to 1e-4; the force that redundant rows share at a singular pose stays
/// finite. A straight bridge of planks sags until S is small beside the square of its slope: by
/// 0.5 mm of 8 m with 1e-10, by 0.2 mm with 1e-12. Ten times the share below which a pivot counts
/// as rounding.
inline constexpr double kHardCompliance = 1e-12;

/// How the bodies of a model answer impulses. Planar bodies and particles without joints have a
/// mass per velocity, inverse_mass(). All others, those that joints hold with their joints and
/// those whose mass is a block, are one block-sparse system
///   [M̂  -Jᵀ] [v     ]   [p]      M̂ = M + B + D, the mass with what AddedMass adds,
///   [J   S ] [lambda] = [r],     S the compliance of the rows (1/kg),
/// factored in a time that grows with its structure: linearly on trees (Baraff 1996, section 7).
///
/// Rows are those of append_joint_rows() with the bilateral CoordinateRows of each joint behind its
/// own. The topology is analysed once.
class MassSystem {
 public:
  explicit MassSystem(const Model& model) : MassSystem(model, motor_commands(model)) {}
  /// Of motors that are told something else than by the model; have_same_rows() ever after.
  MassSystem(const Model& model, const MotorCommands& motors);

  /// Threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads);

  /// Nothing but planar bodies and particles without joints.
  bool empty() const { return bodies_.empty(); }
  /// Whether the body's velocity is an unknown of the system.
  bool holds(int body) const { return node_of_body_[body] >= 0; }
  /// Whether a joint holds the body.
  bool is_joined(int body) const { return joined_[body]; }
  /// The bodies of the system that no joint holds, ascending: K has their mass block alone.
  std::span<const int> unjoined() const { return unjoined_; }
  /// Per velocity of the model: 1/mass or 1/inertia, 0 where the body is in the system or its
  /// motion is prescribed.
  const Eigen::VectorXd& inverse_mass() const { return inverse_mass_; }
  /// Node of a body in matrix(). Precondition: holds(body).
  int node(int body) const { return node_of_body_[body]; }
  /// The lowest body connected with this one by joints; the body itself where none is.
  int component(int body) const { return component_[body]; }

  /// Loads M̂, J and S at a pose and factors them. `joints` has one group per joint and coupler,
  /// `coordinates` those of `rows`. `softness`: compliance of the joint rows themselves, 1/kg
  /// (1/(kg m²) of angles); 0: hard, with `share` of J M̂⁻¹ Jᵀ.
  linalg::FactorReport factor(const State& pose, const RowPool& joints, const RowPool& coordinates,
                              std::span<const CoordinateRow> rows, const AddedMass& added,
                              double softness = 0.0, double share = kHardCompliance);

  /// Right-hand side p, one entry per velocity of the model (N·s, N·m·s).
  void set_momentum(const Eigen::VectorXd& p);
  /// p += M̂ restricted to B, the added mass on v⁺ - v, times v.
  void add_mass_momentum(const AddedMass& added, const Eigen::VectorXd& v);
  /// Right-hand side r, one entry per joint row (m/s, rad/s) and those of `rows`, less the part of
  /// prescribed bodies, whose velocities are taken from v. `rows` are those of factor().
  void set_rates(const RowPool& joints, const Eigen::VectorXd& rates, const RowPool& coordinates,
                 std::span<const CoordinateRow> rows, const Eigen::VectorXd& v);
  /// Adds Jᵀ lambda of a row group of another pool to p, where it touches bodies of the system.
  void add_impulse(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda);
  /// Solves, refines, and writes the velocities of the system's bodies into v and the impulses of
  /// the joint rows into lambda. Returns the componentwise backward error; rates that are off by
  /// `rounding` (m/s, rad/s) count as met.
  double solve(Eigen::VectorXd& v, Eigen::VectorXd& lambda, double rounding = 0.0);
  /// Whether S lambda of the last solve exceeds `visible` (m/s, rad/s) beside what is taken back of
  /// S so far; until the next factor() all solves then take back instead of their own what leaves
  /// it nowhere but in rows that repeat each other.
  bool carry_compliance(double visible);
  /// After factor(): until the next one all solves take back S lambda of an earlier answer instead
  /// of their own, where that is visible and rows do not repeat each other: there it would grow.
  void carry_compliance_of(const Eigen::VectorXd& lambda, double visible);
  /// Takes out of the errors (m, rad) of the joint rows what no velocity of their bodies changes,
  /// of rows that repeat each other; nothing where rows only nearly do.
  void drop_contradictions(Eigen::VectorXd& errors);
  /// From now on solves take back their own S lambda again.
  void drop_compliance() { carries_ = false; }
  /// Impulses (N·s, N·m·s) of the last solve(), one per row of those of factor(): of the bilateral
  /// ones where something of their joint moves, else 0.
  void coordinate_impulses(Eigen::VectorXd& impulses) const;
  /// Adds to v and lambda what changes the rates of the joint rows by `rates`.
  void correct(const Eigen::VectorXd& rates, Eigen::VectorXd& v, Eigen::VectorXd& lambda);
  /// The same with the impulses of coordinate_impulses().
  void correct(const Eigen::VectorXd& rates, Eigen::VectorXd& v, Eigen::VectorXd& lambda,
               Eigen::VectorXd& coordinate_impulses);

  /// For rows on the bodies of the system: adds a group to a reduction of K⁻¹; false where the
  /// group touches none of them.
  bool add_group(const RowPool& pool, int group, linalg::BlockReduction& reduction) const;
  const linalg::BlockLdlt& matrix() const { return damped_ ? damped_system_ : system_; }

 private:
  // A body node; what passes over the nodes need of its Body, which is too large to walk.
  struct HeldBody {
    int body = 0;
    int first = 0;  // of its velocities in State::v
    int dof = 0;
    BodyKind kind = BodyKind::spatial;
    int pose = 0;                      // in State::q
    int row = 0;                       // of K
    double mass = 0.0;                 // kg
    Eigen::Vector3d inertia{0, 0, 0};  // kg m²; principal, of spatial bodies
  };
  struct Constraint {
    int group = 0;       // of the joint pool
    int rows = 0;        // of the group
    int extra = 0;       // bilateral coordinate rows behind them
    int first_row = 0;   // in State::joint_impulses
    int first_edge = 0;  // its edges follow one another
    int edges = 0;
    int row = 0;              // of K
    bool prescribed = false;  // a body of it has prescribed velocities
  };
  // Edge between the bodies of a joint; -1: not both move, or nothing couples them.
  struct PairEdge {
    int edge = -1;
    bool exchanged = false;  // from b to a
  };
  // A bilateral coordinate row behind the rows of its joint.
  struct PlacedRow {
    int row = 0;  // of the CoordinateRows
    int constraint = 0;
    int at = 0;  // row of the constraint
  };
  void count_bilateral(const State& start, const MotorCommands& motors);
  void find_joined();
  void add_bodies(const RowPool& joints);
  void divide_masses();
  void add_constraints(const RowPool& joints);
  void add_pairs();
  void place_rows();
  void join(const RowPool& joints);
  void load_mass(int node, const State& pose, const AddedMass& added);
  void invert_diagonal(int node);
  void load_pairs(const AddedMass& added);
  void hold_nothing(const Constraint& constraint, int index);
  void load_damper(const AddedMass::Damper& damper);
  using Shares = std::array<double, BodyType::kMaxVelocities>;
  void load_group(const RowPool& pool, int group, int constraint, int at_row, double compliance,
                  double* shares);
  void place_bilateral(std::span<const CoordinateRow> rows);
  void load_coordinates(const RowPool& coordinates, std::span<const CoordinateRow> rows);
  void subtract_prescribed(const RowPool& pool, int group, const Eigen::VectorXd& v, int at);
  int body_rows() const { return static_cast<int>(right_.size() - shares_.size()); }
  bool take_compliance_back();
  double carried_dot(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  double repeated_share();
  void left_of(const Eigen::VectorXd& x, Eigen::VectorXd& left);
  Eigen::VectorXd to_take_back(Eigen::VectorXd change, double visible);
  linalg::BlockLdlt& active() { return damped_ ? damped_system_ : system_; }

  const Model* model_;
  Threads* threads_ = &Threads::alone();
  std::vector<HeldBody> bodies_;  // nodes; they come first
  std::vector<int> node_of_body_, component_;
  std::vector<char> joined_;  // per body
  std::vector<int> unjoined_;
  Eigen::VectorXd inverse_mass_;
  std::vector<Constraint> constraints_;
  std::vector<int> block_of_edge_;        // of its group; edges of constraints
  std::vector<int> bilateral_;            // per joint: bilateral coordinate rows
  std::vector<int> constraint_of_joint_;  // -1: nothing of it moves
  int pair_edges_ = 0;                    // first edge between two bodies
  std::vector<PairEdge> pair_edge_;       // per joint; those of rods are in both graphs
  std::vector<PlacedRow> placed_;         // of the last factor()
  int coordinate_rows_ = 0;               // of the last factor(), bilateral or not
  linalg::BlockGraph damped_graph_;       // analysed when the first damper acts
  linalg::BlockLdlt system_, damped_system_;
  bool damped_ = false, regular_ = false;  // of the last factor()
  bool carries_ = false;
  Eigen::VectorXd right_, closed_, x_, correction_, inverse_diagonal_;
  Eigen::VectorXd shares_;   // of S in hard rows behind those of the bodies: without softness
  Eigen::VectorXd carried_;  // S lambda that solves take back
  double softness_ = 0.0, share_ = kHardCompliance;  // of the last factor()
};

}  // namespace perpend
