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

/// Compliance of hard joint rows as a share of J M̂⁻¹ Jᵀ. On closed loops of bars the solution has
/// the same digits for 1e-16 to 1e-4; the force that redundant rows share at a singular pose stays
/// finite. A straight bridge of planks sags until S is small compared with the square of its slope:
/// by 0.5 mm of 8 m with 1e-10, by 0.2 mm with 1e-12. The value is ten times the share below which
/// a pivot counts as round-off.
inline constexpr double kHardCompliance = 1e-12;

/// Response of the bodies of a model to impulses. Planar rigid bodies and planar particles without
/// joints have a mass per velocity, inverse_mass(). All others, jointed bodies with their joints
/// and bodies whose mass is a block, form one block-sparse system
///   [M̂  -Jᵀ] [v     ]   [p]      M̂ = M + B + D, the mass with what AddedMass adds,
///   [J   S ] [lambda] = [r],     S the compliance of the rows (1/kg),
/// factored in a time that depends on its structure: linear on trees (Baraff 1996, section 7).
///
/// Rows are those of append_joint_rows(); the bilateral CoordinateRows of each joint follow its own
/// rows. The topology is analysed once.
class MassSystem {
 public:
  explicit MassSystem(const Model& model) : MassSystem(model, motor_commands(model)) {}
  /// Uses motor commands other than the model's. Later ones must satisfy have_same_rows() with
  /// them.
  MassSystem(const Model& model, const MotorCommands& motors);

  /// Sets the threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads);

  /// True if the model has only planar rigid bodies and planar particles, without joints.
  bool empty() const { return bodies_.empty(); }
  /// True if the velocity of the body is an unknown of the system.
  bool holds(int body) const { return node_of_body_[body] >= 0; }
  /// True if the body has a joint.
  bool is_joined(int body) const { return joined_[body]; }
  /// The bodies of the system without joints, ascending: K has only their mass block.
  std::span<const int> unjoined() const { return unjoined_; }
  /// Returns 1/mass or 1/inertia per velocity of the model, 0 where the body is in the system or
  /// its motion is prescribed.
  const Eigen::VectorXd& inverse_mass() const { return inverse_mass_; }
  /// Returns the node of a body in matrix(). Precondition: holds(body).
  int node(int body) const { return node_of_body_[body]; }
  /// Returns a body that represents all those connected with this one by joints; the body itself
  /// if there are none.
  int component(int body) const { return component_[body]; }
  /// Returns the mass of all bodies of a component, kg.
  double component_mass(int component) const { return component_mass_[component]; }

  /// Loads M̂, J and S at a pose and factors them. `joints` has one group per joint and coupler,
  /// `coordinates` those of `rows`. `softness` is the compliance of the joint rows themselves, 1/kg
  /// (1/(kg m²) for angles); 0 means hard, with `share` of J M̂⁻¹ Jᵀ.
  linalg::FactorReport factor(const State& pose, const RowPool& joints, const RowPool& coordinates,
                              std::span<const CoordinateRow> rows, const AddedMass& added,
                              double softness = 0.0, double share = kHardCompliance);

  /// Sets the right-hand side p, one entry per velocity of the model (N·s, N·m·s).
  void set_momentum(const Eigen::VectorXd& p);
  /// Adds B v to p, where B is the added mass on v⁺ - v.
  void add_mass_momentum(const AddedMass& added, const Eigen::VectorXd& v);
  /// Sets the right-hand side r from one entry per joint row (m/s, rad/s) and the biases of `rows`,
  /// less the part of prescribed bodies, whose velocities are taken from v. `rows` are those of
  /// factor().
  void set_rates(const RowPool& joints, const Eigen::VectorXd& rates, const RowPool& coordinates,
                 std::span<const CoordinateRow> rows, const Eigen::VectorXd& v);
  /// Adds Jᵀ lambda of a row group of another pool to p, for those of its bodies that are in the
  /// system.
  void add_impulse(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda);
  /// Solves, refines, and writes the velocities of the system's bodies into v and the impulses of
  /// the joint rows into lambda. Returns the componentwise backward error; rate errors up to
  /// `rounding` (m/s, rad/s) count as zero.
  double solve(Eigen::VectorXd& v, Eigen::VectorXd& lambda, double rounding = 0.0);
  /// Returns true if S lambda of the last solve differs from the correction carried so far by more
  /// than `visible` (m/s, rad/s). Then all solves until the next factor() use, instead of their own
  /// correction, one that leaves this error only in rows that are linearly dependent.
  bool carry_compliance(double visible);
  /// Call after factor(). If S lambda of an earlier solution exceeds `visible`, all solves until
  /// the next factor() correct for it instead of for their own. Along linearly dependent rows,
  /// where it would grow from step to step, the correction is scaled down.
  void carry_compliance_of(const Eigen::VectorXd& lambda, double visible);
  /// Removes from the errors (m, rad) of the joint rows the part along linearly dependent rows that
  /// no velocity of their bodies changes. Does nothing if rows are only nearly dependent.
  void drop_contradictions(Eigen::VectorXd& errors);
  /// From now on solves correct for their own S lambda again, and for all of it: heavy bodies on
  /// light ones make what is left of it show in the rank of a few rows.
  void drop_compliance() { carries_ = false, exact_ = true; }
  /// Writes the impulses (N·s, N·m·s) of the last solve(), one per row of those of factor(): 0 for
  /// rows that are not bilateral or whose joint has no body that moves.
  void coordinate_impulses(Eigen::VectorXd& impulses) const;
  /// Adds to v and lambda the response that changes the rates of the joint rows by `rates`.
  void correct(const Eigen::VectorXd& rates, Eigen::VectorXd& v, Eigen::VectorXd& lambda);
  /// Does the same and also updates the impulses of coordinate_impulses().
  void correct(const Eigen::VectorXd& rates, Eigen::VectorXd& v, Eigen::VectorXd& lambda,
               Eigen::VectorXd& coordinate_impulses);

  /// Adds a group of rows on the bodies of the system to a reduction of K⁻¹. Returns false if the
  /// group touches none of them.
  bool add_group(const RowPool& pool, int group, linalg::BlockReduction& reduction) const;
  const linalg::BlockLdlt& matrix() const { return damped_ ? damped_system_ : system_; }

 private:
  // Node of a body with those data of its Body that loops over nodes need; Body itself is too large
  // to iterate over.
  struct HeldBody {
    int body = 0;
    int first = 0;  // first of its velocities in State::v
    int dof = 0;
    BodyKind kind = BodyKind::spatial;
    int pose = 0;                      // offset in State::q
    int row = 0;                       // first row in K
    double mass = 0.0;                 // kg
    Eigen::Vector3d inertia{0, 0, 0};  // kg m²; principal, of spatial bodies
  };
  struct Constraint {
    int group = 0;       // group of the joint pool
    int rows = 0;        // rows of the group
    int extra = 0;       // bilateral coordinate rows, which follow
    int first_row = 0;   // offset in State::joint_impulses
    int first_edge = 0;  // its edges are contiguous
    int edges = 0;
    int row = 0;              // first row in K
    bool prescribed = false;  // some body of it has prescribed velocities
  };
  // Edge between the bodies of a joint; -1 if one of them does not move or nothing couples them.
  struct PairEdge {
    int edge = -1;
    bool exchanged = false;  // the edge leads from b to a
  };
  // Bilateral coordinate row, which follows the rows of its joint.
  struct PlacedRow {
    int row = 0;  // index among the CoordinateRows
    int constraint = 0;
    int at = 0;  // row within the constraint
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
  std::vector<HeldBody> bodies_;  // nodes; they precede those of constraints
  std::vector<int> node_of_body_, component_;
  std::vector<double> component_mass_;  // at the body that represents the component
  std::vector<char> joined_;            // per body
  std::vector<int> unjoined_;
  Eigen::VectorXd inverse_mass_;
  std::vector<Constraint> constraints_;
  std::vector<int> block_of_edge_;        // per edge of a constraint: its block in the group
  std::vector<int> bilateral_;            // per joint: bilateral coordinate rows
  std::vector<int> constraint_of_joint_;  // -1: no body of it moves
  int pair_edges_ = 0;                    // first edge between two bodies
  std::vector<PairEdge> pair_edge_;       // per joint; edges of rods are in both graphs
  std::vector<PlacedRow> placed_;         // rows of the last factor()
  int coordinate_rows_ = 0;               // rows of the last factor(), bilateral or not
  linalg::BlockGraph damped_graph_;       // analysed when the first damper acts
  linalg::BlockLdlt system_, damped_system_;
  bool damped_ = false, regular_ = false;  // state of the last factor()
  bool carries_ = false;
  bool exact_ = false;  // solves leave nothing of S lambda
  Eigen::VectorXd right_, closed_, x_, correction_, inverse_diagonal_;
  Eigen::VectorXd shares_;                           // diagonal of S in hard rows, without softness
  Eigen::VectorXd carried_;                          // S lambda that solves correct for
  double softness_ = 0.0, share_ = kHardCompliance;  // arguments of the last factor()
};

}  // namespace perpend
