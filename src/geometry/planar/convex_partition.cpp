// SPDX-License-Identifier: Apache-2.0
// Cuts off ears until a triangle is left, and joins pieces across the cuts where they stay convex.
#include "perpend/geometry/planar/convex_partition.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "geometry/planar/frame.hpp"
#include "perpend/core/error.hpp"

namespace perpend::planar {
namespace {

using Eigen::Vector2d;
using Loop = std::vector<int>;  // corners of a polygon, counter-clockwise

constexpr double kNoTurn = 1e-12;  // rad

class Partition {
 public:
  explicit Partition(std::span<const Vector2d> corners) : at_(corners) {}

  std::vector<Polygon> pieces();

 private:
  // Returns the sine of the turn from ab to bc.
  double turn(int a, int b, int c) const {
    const Vector2d in = at(b) - at(a), out = at(c) - at(b);
    const double size = in.norm() * out.norm();
    return size > 0 ? cross(in, out) / size : 0;
  }
  const Vector2d& at(int i) const { return at_[static_cast<std::size_t>(i)]; }
  Loop turning_corners() const;
  bool is_ear(const Loop& loop, std::size_t k) const;
  bool cut_ear(Loop& loop);
  bool joined(const Loop& one, const Loop& other, int a, int b, Loop& both) const;
  void join(int a, int b);

  std::span<const Vector2d> at_;
  std::vector<Loop> loops_;
  std::vector<std::array<int, 2>> cuts_;
};

int around(const Loop& loop, std::size_t k, std::size_t steps) {
  return loop[(k + steps) % loop.size()];
}

// Returns the corners at which the outline turns.
Loop Partition::turning_corners() const {
  Loop loop;
  for (int i = 0; i < static_cast<int>(at_.size()); ++i) loop.push_back(i);
  for (std::size_t k = 0; k < loop.size() && loop.size() > 3;) {
    const int before = around(loop, k, loop.size() - 1), after = around(loop, k, 1);
    const bool goes_on = (at(loop[k]) - at(before)).dot(at(after) - at(loop[k])) >= 0;
    if (goes_on && std::abs(turn(before, loop[k], after)) <= kNoTurn)
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
  }
  return loop;
}

// Returns true if the corner turns left and no other one lies in the triangle with its neighbours.
bool Partition::is_ear(const Loop& loop, std::size_t k) const {
  const int a = around(loop, k, loop.size() - 1), b = loop[k], c = around(loop, k, 1);
  if (turn(a, b, c) <= kNoTurn) return false;
  const auto is_inside = [&](int i) {
    return i != a && i != b && i != c && cross(at(b) - at(a), at(i) - at(a)) >= 0 &&
           cross(at(c) - at(b), at(i) - at(b)) >= 0 && cross(at(a) - at(c), at(i) - at(c)) >= 0;
  };
  return std::ranges::none_of(loop, is_inside);
}

bool Partition::cut_ear(Loop& loop) {
  for (std::size_t k = 0; k < loop.size(); ++k) {
    if (!is_ear(loop, k)) continue;
    const int a = around(loop, k, loop.size() - 1), c = around(loop, k, 1);
    loops_.push_back({a, loop[k], c});
    if (loop.size() > 3) cuts_.push_back({a, c});
    loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(k));
    return true;
  }
  return false;
}

// Sets `both` to the polygon of two that have the edge ab, from a to b in the first; false if it is
// not convex there.
bool Partition::joined(const Loop& one, const Loop& other, int a, int b, Loop& both) const {
  both.clear();
  const auto from = [](const Loop& loop, int corner) {
    return static_cast<std::size_t>(std::ranges::find(loop, corner) - loop.begin());
  };
  for (std::size_t k = 0; k + 1 < one.size(); ++k) both.push_back(around(one, from(one, b), k));
  for (std::size_t k = 0; k + 1 < other.size(); ++k)
    both.push_back(around(other, from(other, a), k));
  const auto is_convex = [&](int corner) {
    const std::size_t k = from(both, corner);
    return turn(around(both, k, both.size() - 1), corner, around(both, k, 1)) > kNoTurn;
  };
  return is_convex(a) && is_convex(b);
}

// Joins the two pieces on both sides of a cut, if they are convex together.
void Partition::join(int a, int b) {
  const auto with_edge = [&](int from, int to) {
    return std::ranges::find_if(loops_, [&](const Loop& loop) {
      const auto found = std::ranges::find(loop, from);
      return found != loop.end() &&
             around(loop, static_cast<std::size_t>(found - loop.begin()), 1) == to;
    });
  };
  const auto one = with_edge(a, b), other = with_edge(b, a);
  Loop both;
  if (!joined(*one, *other, a, b, both)) return;
  *one = std::move(both);
  loops_.erase(other);
}

std::vector<Polygon> Partition::pieces() {
  Loop loop = turning_corners();
  while (loop.size() > 2)
    if (!cut_ear(loop))
      throw InvalidArgument("corners",
                            "those of a polygon, counter-clockwise, that neither crosses nor "
                            "touches itself",
                            std::to_string(at_.size()) + " corners");
  for (const auto& [a, b] : cuts_) join(a, b);
  std::vector<Polygon> found;
  for (const Loop& piece : loops_) {
    Polygon& polygon = found.emplace_back();
    for (const int corner : piece) polygon.vertices.push_back(at(corner));
  }
  return found;
}

}  // namespace

std::vector<Polygon> convex_partition(std::span<const Vector2d> corners) {
  require(corners.size() > 2, "corners", "at least 3", static_cast<double>(corners.size()));
  for (const Vector2d& x : corners) require(x.allFinite(), "corners", "finite", x.x() + x.y());
  return Partition(corners).pieces();
}

}  // namespace perpend::planar
