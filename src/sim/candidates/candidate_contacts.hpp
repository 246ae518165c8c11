// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contact/collider.hpp"
#include "perpend/sim/options.hpp"
#include "sim/candidates/deep_compounds.hpp"
#include "sim/candidates/free_meetings.hpp"
#include "sim/candidates/last_contacts.hpp"
#include "sim/candidates/moving_pieces.hpp"
#include "sim/candidates/welded_bodies.hpp"

namespace perpend {

/// Candidates of a step, the contact points with gap <= margin, and those of them that get rows:
/// the active set A = {j : gap_j <= margin} of Hart & Anitescu 2003 (2.13), without those that
/// cannot carry a load. The terms used here are
/// - speculative: a row for a contact that the pose of the step does not have yet, but the next
/// pose
///   or one on the way there has (docs/methods/sweep.md);
/// - led into: bodies that the motion of a step brings into overlap, which its rows, linear in the
///   motion, do not prevent;
/// - left over: overlap that a step leads bodies into beyond its tolerance;
/// - kept: overlap that a rolling rim may keep all the same.
class CandidateContacts {
 public:
  CandidateContacts(const Model& model, const SimulationOptions& options);
  /// Threads that share the search for contacts from now on; they must outlive this.
  void run_on(Threads& threads) {
    pieces_.collider().run_on(threads);
    next_collider_.run_on(threads);
  }

  /// Finds the candidates at `pose` and activates those that would close at v_free, the velocities
  /// without contact impulses, that are near, or that carried a load in the last step
  /// (pose.contacts). Candidates that close by their row alone, while their bodies would miss each
  /// other, are left out: they would be ghost collisions.
  void detect(const State& pose, const Eigen::VectorXd& v_free);
  /// Activates the candidates that close at v, the velocities that the impulses of the active ones
  /// lead to, so that the answer becomes that of all candidates. If none closes, adds speculative
  /// contacts where a drift with v leads to overlap at the next pose or on the way there: corners
  /// and edges that come round other ones, and bodies that go through each other. Returns how many
  /// contacts became active or speculative.
  int add_violated(const State& pose, const Eigen::VectorXd& v);

  /// Finds pairs of bodies in free flight, according to `are_free`, that meet in a step from
  /// `start`, among those that detect() found near each other. For the rest of this step pairs that
  /// meet only later have no rows; from the next detect() on, pairs that meet have their rows where
  /// they touch.
  std::span<const FreeMeeting> find_free_meetings(const State& start,
                                                  const FreeMeetings::AreFree& are_free);
  std::span<const FreeMeeting> free_meetings() const { return free_.all(); }
  void forget_free_meetings() { free_.clear(); }
  /// True if a contact is one of two bodies in free flight, at the pose where they touch.
  bool is_met_in_flight(const ContactPair& pair) const {
    return free_.is_where_they_touch(pieces_, pair);
  }

  /// For the rest of this step, makes rows that include the effect of rotation on their gap
  /// (ContactPair::curve) stop their bodies where the gap is closed, but no longer push apart the
  /// predicted overlap.
  void part_no_overlap();

  std::span<const ContactPair> all() const { return candidates_; }
  /// The active candidates, in their order, and then the speculative contacts.
  const std::vector<ContactPair>& active();

  /// Makes looked_for() find contacts of `pose` at the pose `other` from now on. Both have to
  /// outlive the queries.
  void look_at(const State& other, const State& pose);
  /// Returns the contact of the same features at the other pose, nothing if it is not near there.
  /// Cheapest if contacts of the same two pieces are asked for one after the other.
  std::optional<ContactPair> looked_for(const ContactPair& pair);
  /// True if a body can roll on the contact with a velocity of the material point there that
  /// changes as it rotates: on rims and ellipses, and on round surfaces about another point than
  /// the centre of mass.
  bool rolls_unevenly(const ContactPair& pair) const {
    return rolls_unevenly(pair.piece_a, pair.piece_b);
  }
  /// True if contacts of two bodies are springs, so that bodies overlap by their law.
  bool is_compliant(int body_a, int body_b) const;
  /// Returns the overlap (m) that a contact of rolls_unevenly() keeps; 0 for others.
  double kept(const ContactPair& met) const;

  /// True if some candidate overlaps and closes at the velocities of the pose, and closed at
  /// `start` too: where curved surfaces roll, a contact may close at the end of half a drift alone.
  bool overlap_closes(const State& start, const State& pose);
  /// Returns the kinetic energy relative to the ground (MovingPieces::ground()), J: the same for
  /// any common velocity of all bodies.
  double energy_seen(const State& pose) const;
  /// True if bodies met on the way from `start` to the pose of detect(), `time` (s) later.
  bool met_before(const State& start, double time);
  /// True if bodies separate so slowly that they land again within the step, and rows at the pose
  /// would lift them.
  bool recontacts(const State& pose, const Eigen::VectorXd& v_free) const;
  /// Bodies that the last add_violated() found to go through each other, with the time from the
  /// pose on at which they met.
  struct Crossing {
    int body_a = 0, body_b = 0;
    double time = 0.0;  // s
  };
  std::span<const Crossing> crossings() const { return crossings_; }
  /// True if bodies that rotate far overlap at the next pose, or on the way there, by more than a
  /// step may leave over, because the rows of this step cannot hold them apart.
  bool left_over() const { return left_over_; }
  /// Returns the message on the deepest overlap left over between a rotating kinematic body and
  /// another one: both, and a time step to try. Empty if there is none.
  std::string turned_into() const;
  /// Returns the message on a body that starts behind the surface of a mesh, too deep to be pushed
  /// out of it. Empty if there is none.
  std::string passes_mesh(const State& pose) const;
  /// Keys, in ascending order, which tell the next step which bodies were near a mesh and on its
  /// outside.
  std::span<const std::uint64_t> mesh_sides() const { return sides_; }
  /// Returns how long each body may drift from the pose with v, at most `duration`, until it goes
  /// through another one or, if left_over(), as deep into it; s.
  std::span<const double> stops(const State& pose, const Eigen::VectorXd& v, double duration);

 private:
  const Piece& piece(int index) const { return pieces_[index]; }
  Eigen::Vector3d velocity_of_ground(const State& pose, const Eigen::VectorXd& v) const;
  double margin(const State& pose, const Eigen::VectorXd& v);
  bool is_alone(const State& pose, const MovingPieces::Outline& outline, double way) const;
  void look_farther(const State& pose, const Eigen::VectorXd& v);
  bool is_pressed_on(const State& pose, std::size_t candidate, const Eigen::VectorXd& v_free) const;
  double opening(const State& pose, std::size_t candidate, const Eigen::VectorXd& v) const;
  bool closes(const State& pose, std::size_t candidate, const Eigen::VectorXd& v) const {
    return opening(pose, candidate, v) < 0;
  }
  bool is_taken(const State& pose, std::size_t candidate, const Eigen::VectorXd& v_free,
                double near);
  bool is_reliable(const ContactPair& pair) const;
  bool is_reliable(std::size_t candidate) const {
    return predictions_[candidate].known || is_reliable(candidates_[candidate]);
  }
  bool is_met_straight(const ContactPair& pair);
  // A candidate whose bodies meet in another way than its row says.
  struct Doubtful {
    std::size_t candidate = 0;
    double time = 0.0, gap = 0.0;  // time (s) and gap (m) of the Meeting
  };
  int activate_closing(const State& pose, const Eigen::VectorXd& v);
  bool got_rows_before(const ContactPair& pair) const;
  void get_rows(const ContactPair& pair);
  int activate(std::size_t candidate);
  int activate_where_met(const State& pose, std::span<const Doubtful> together);
  int activate_where_met(const State& pose, const Doubtful& doubtful);
  int add_crossed(const State& pose);
  int add_speculative(const State& pose, const Eigen::VectorXd& v);
  ContactPair carried_back(ContactPair pair, const State& next, const State& pose) const;
  double way(const ContactPair& pair, const State& from, const State& to) const;
  bool has_kinematic(const ContactPair& pair) const {
    return model_->bodies[pair.body_a].is_kinematic() || model_->bodies[pair.body_b].is_kinematic();
  }
  double deep(const ContactPair& pair) const { return deep(pair.piece_a, pair.piece_b); }
  double deep(int piece_a, int piece_b) const;
  bool rolls_unevenly(int piece_a, int piece_b) const;
  bool is_same(const ContactPair& known, std::uint64_t key, const ContactPair& pair) const;
  bool is_known(const ContactPair& pair) const;
  double largest_turn(const Eigen::VectorXd& v) const;
  std::span<const ContactPair> contacts_at_next(const State& pose, const Eigen::VectorXd& v);
  double margin_there() const;
  bool penetrates(const ContactPair& back) const;
  bool presses(int piece) const;
  double gap_between(const State& pose, int piece_a, int piece_b, std::size_t& first) const;
  double bow(const State& pose, const State& then, int index) const;
  template <typename Visit>
  void visit_halfway(const State& pose, const Visit& visit);
  int meet_halfway(const State& pose, const Eigen::VectorXd& v);
  bool leads_into_halfway(const State& pose);
  double gap_before(const State& pose, const State& then, const ContactPair& met);
  double share_left() const { return parts_overlap_ ? kLeftOver : 0.5 * kLeftOver; }
  bool goes_into(const State& pose, const State& then, const ContactPair& met, double share);
  bool is_led_into(const State& pose, const State& then, const ContactPair& met);
  bool find_left_over(const State& pose, const Eigen::VectorXd& v);
  int meet(const State& pose, const Eigen::VectorXd& v, const State& then, const ContactPair& met,
           double share);
  // Predicted ContactPair::turn of a contact with a rotating kinematic body.
  struct Prediction {
    bool known = false;
    double turn = 0.0;
  };
  double known_turn(const ContactPair& pair) const;
  double turn_within(int body) const;
  double most_turn(const ContactPair& pair) const;
  double row_rate(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair) const;
  void move_on(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair, double apart);
  Prediction prediction(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair,
                        double turn);
  bool predict(const State& pose, const Eigen::VectorXd& v, std::size_t candidate);
  int predict(const State& pose, const Eigen::VectorXd& v);
  bool is_predicted(const ContactPair& met) const;
  int meet_turned(const State& pose, const Eigen::VectorXd& v, const State& then,
                  const ContactPair& met);
  double row_gap(const State& pose, const Eigen::VectorXd& v, const ContactPair& row,
                 double overlap, double share) const;
  double most_curve(const ContactPair& row, double overlap) const;
  int bend(const State& pose, const Eigen::VectorXd& v, const ContactPair& met, double share);

  double leaving_speed(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair) const;
  bool are_from_outside(const State& pose, const Eigen::VectorXd& v,
                        std::span<const ContactPair> contacts) const;
  void find_mesh_sides(const State& pose, const Eigen::VectorXd& v);
  bool is_behind(int piece_a, int piece_b) const;
  bool got_behind(const State& start, int piece_a, int piece_b, double time);

  bool stay_apart(int piece_a, int piece_b) const;
  bool are_held_apart(int piece_a, int piece_b) const;
  void leave_apart();
  void forget_apart(const Eigen::VectorXd& v);
  void part_compounds(const State& pose);

  void place(const State& pose, const Eigen::VectorXd& v, int body, double time);
  double overlap_kept(const State& pose, const State& then, const ContactPair& met);
  void stop_apart(const State& pose, const Eigen::VectorXd& v, const ContactPair& met, double kept);
  bool stop_led_into(const State& pose, const Eigen::VectorXd& v, double duration);

  const Model* model_;
  SimulationOptions options_;
  MovingPieces pieces_;
  FreeMeetings free_;
  DeepCompounds compounds_;
  WeldedBodies welded_;
  bool in_space_ = false;
  bool turns_movers_ = false;   // some kinematic body may rotate
  bool any_compliant_ = false;  // some pair of materials may be compliant
  std::span<const ContactPair> candidates_;
  enum class Row : char { none, active, replaced, apart };
  std::vector<Row> rows_;                // per candidate
  std::vector<double> curves_;           // per candidate, ContactPair::curve
  std::vector<Prediction> predictions_;  // per candidate
  int prediction_rounds_ = 0;            // rounds in this step
  double margin_ = 0.0;                  // margin of the present candidates, m
  std::vector<ContactPair> active_;

  // For activate_closing(), which activates one group after the other of candidates that meet at
  // the same time: per body the group that gave it rows, or 0.
  std::vector<int> got_rows_;
  int group_ = 0;
  std::vector<Doubtful> doubtful_;
  Eigen::VectorXd approach_;      // velocities before the forces of the step
  Eigen::VectorXd v_free_;        // velocities at the end of the step, without impulses
  std::vector<ContactPair> met_;  // contacts of one pair, where it met
  // The states given to look_at(), and the contacts there between the two pieces last asked for.
  struct There {
    const State *other = nullptr, *pose = nullptr;
    int piece_a = -1, piece_b = -1;
    std::vector<ContactPair> contacts;
  } there_;
  std::vector<std::pair<int, int>> outside_;  // pieces, one a mesh, the other near its outside
  std::vector<std::uint64_t> sides_;          // keys of those that have candidates; may repeat
  std::vector<double> ways_;                  // per outline, m: for margin()
  std::vector<Crossing> crossings_;
  std::vector<double> stops_;  // per body, s

  Collider next_collider_;
  State next_;                            // state after the drift
  std::vector<ContactPair> speculative_;  // active; points at this pose, keys inverted
  bool left_over_ = false;
  ContactPair turned_into_;  // the deepest contact of a kinematic body that is_led_into()
  bool parts_overlap_ = true;
  int speculations_ = 0;  // number of drifts to the next pose in this step
  // Multiple of kept() up to which overlap is no sign of bodies that met: rows keep it only
  // roughly.
  static constexpr double kLoose = 1.5;
  // Overlap that a step may leave over between rotating bodies, as a share of the smaller inner
  // radius; and the share of that above which rows are corrected in one more round.
  static constexpr double kLeftOver = 0.004, kWorthARound = 0.5;
  // Number of rounds in which a step looks for speculative contacts. On piles of tumbling boxes the
  // third found next to nothing: later rounds only look for bodies that are led into each other.
  static constexpr int kSpeculations = 3, kMostSpeculations = 5;
};

}  // namespace perpend
