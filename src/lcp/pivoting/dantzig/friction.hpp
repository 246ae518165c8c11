// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <random>
#include <span>
#include <variant>

#include "lcp/pivoting/dantzig/dantzig.hpp"
#include "linalg/update/gauss_update.hpp"
#include "linalg/update/orthogonal_update.hpp"

namespace perpend::lcp {

/// Baraff's method on one contact problem, and the memory for the next one. It works on a scaled
/// copy with unit diagonal (both tangents of a contact share one scale) and max |b| = 1.
class DantzigFriction {
 public:
  void solve(const ContactProblem& problem, const Options& options, const DantzigSettings& settings,
             Solution& solution);

 private:
  using Index = Eigen::Index;
  using Vector2 = Eigen::Vector2d;

  // Rows whose pivot border is below this share of its terms are dependent (unit diagonal). 1e-6
  // takes the same pivots on 400 planar, spatial and box piles: no border lies in between.
  static constexpr double kRankTolerance = 1e-9;

  enum class Set : unsigned char {
    idle,     ///< not met yet, or given up: nothing is maintained; the force does not change
    open,     ///< NC: f_N = 0, a_N >= 0 guarded
    clamped,  ///< C: a_N = 0, f_N >= 0 guarded
    none,     ///< no friction force, as the normal is not clamped or friction is not met yet
    stick,    ///< CF: a_T = 0 on the held axes, |f_T| <= mu f_N guarded
    slip,     ///< NCF, NC+, NC-: f_T = mu f_N direction, f_T · a_T <= 0 guarded
    sliding   ///< dynamic friction: f_T = mu f_N direction for good
  };
  /// Memory of the zero-step rule, for normals and patches.
  struct Element {
    Set set = Set::idle;
    Set previous = Set::idle;
    int moved_at = -1;  ///< count of steps with progress at the last change of set
  };
  struct Normal : Element {
    Index row = 0;
    int first_patch = 0, patches = 0;
  };
  /// Friction with one limit: the one or two tangent rows of a contact.
  struct Patch : Element {
    Index row = 0;
    int axes = 1;
    int normal = 0;
    double mu = 0.0;
    Vector2 direction = Vector2::Zero();                  ///< force direction, in slip or sliding
    Eigen::Matrix2d frame = Eigen::Matrix2d::Identity();  ///< rows: current axes in the caller's
  };
  enum class DriveKind { normal, axis, release };
  struct Drive {
    DriveKind kind = DriveKind::normal;
    int element = 0;  ///< normal or patch
    int axis = 0;
    double sign = 1.0;  ///< direction of the force; sign · a_d is to rise to zero
  };
  enum class Limit { none, driven, normal, patch };
  struct Step {
    double length = std::numeric_limits<double>::infinity();
    Limit limit = Limit::none;
    int element = -1;
    Set next = Set::idle;
  };
  enum class Outcome { settled, ray, limit };

  // friction.cpp: set up, order of drives, results
  void scale(const ContactProblem& problem);
  void collect(const ContactProblem& problem);
  void add_patches(const Contact& contact, FrictionLaw law);
  void reset();
  Outcome attempt(int max_pivots);
  void select(DantzigFactor factor);
  bool conclude(const ContactProblem& problem, Outcome outcome, Solution& solution);
  bool clamp_bilateral(Solution& solution);
  int next_unsettled() const;
  Outcome settle(int normal, int max_pivots);
  Outcome establish(int patch, int max_pivots);
  Outcome drive(const Drive& drive, int max_pivots);
  bool unsettled_normal(const Normal& normal) const;
  bool misdirected(const Patch& patch) const;
  bool unsettled(const Normal& normal) const;
  void shuffle(std::mt19937_64& engine);

  void report(const Eigen::VectorXd& scaled, Eigen::VectorXd& result) const;

  // sets.cpp: index sets and the factor behind them
  Element& element(const Step& step);
  void apply(const Step& step, const Drive& drive);
  void change_normal(int normal, Set next);
  void change_patch(int patch, Set next);
  void finish_drive(const Step& step, const Drive& drive);
  bool oscillates(Element& element, Set next);
  void open(int normal);
  void clamp(int normal);
  void stick(int patch);
  void slip(int patch, const Vector2& direction);
  void give_up_patch(int patch);
  void hold(Index row);
  void let_go(Index row);
  void merge(int normal);
  void rebuild();
  void align(Patch& patch, const Vector2& x);
  double merged(Index row, Index unknown) const;
  bool in_factor(Index row) const { return factored_[row]; }

  // step.cpp: rates and step lengths
  bool direction(const Drive& drive);
  void seed(const Drive& drive);
  bool follow();
  bool activate(const Drive& drive);
  void tie_friction(int normal);
  Step longest_step(const Drive& drive) const;
  void limit_normals(Step& step) const;
  void limit_patches(Step& step) const;
  void limit_driven(Step& step, const Drive& drive) const;
  double cone_step(const Patch& patch) const;
  void advance(const Step& step);
  void polish();
  void evaluate();

  Vector2 tangent(const Eigen::VectorXd& v, const Patch& patch) const {
    return {v[patch.row], patch.axes == 2 ? v[patch.row + 1] : 0.0};
  }
  void set_tangent(const Patch& patch, const Vector2& value) {
    f_[patch.row] = value.x();
    if (patch.axes == 2) f_[patch.row + 1] = value.y();
  }

  Eigen::MatrixXd A_;      ///< n × n, scaled, tangent frames rotated
  Eigen::VectorXd b_;      ///< n, scaled
  Eigen::VectorXd scale_;  ///< n: f = unit scale_ f_
  double unit_ = 1.0;
  Eigen::VectorXd f_, a_, df_, da_;   ///< n
  Eigen::VectorXd row_, column_, x_;  ///< n, borders and solutions in factor order
  double noise_ = 0.0;                ///< rates below this are rounding
  std::vector<Normal> normals_;
  std::vector<Patch> patches_;
  std::vector<Index> bilateral_;
  std::vector<int> normal_of_row_;  ///< n: normal of the row, or -1
  std::vector<char> wanted_;        ///< n, the row is to be kept at a = 0
  std::vector<char> factored_;      ///< n, and it is in the factor; else it depends on those
  std::vector<int> order_;          ///< normals in the order they are visited
  std::variant<linalg::OrthogonalUpdate, linalg::GaussUpdate> factor_{
      linalg::OrthogonalUpdate(kRankTolerance)};
  int urgent_ = -1;  ///< normal whose friction lost its direction, or -1
  bool any_sliding_ = false;
  int progress_ = 0;  ///< steps of positive length so far
  int pivots_ = 0, drives_ = 0, factorisations_ = 0;
  Eigen::VectorXd candidate_, candidate_a_;  ///< n, in the caller's frames and units
  double best_residual_ = 0.0;
};

}  // namespace perpend::lcp
