// SPDX-License-Identifier: Apache-2.0
//
// Structures of rigid boxes with their pairs of touching faces. Limitation: contact points and
// normals are given, not found; the pile's bodies need not be free of overlap elsewhere.
#include "brickwork.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vector3.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81;

void set_mass(Brick& brick, double mass, bool planar) {
  const Vector3d& h = brick.half;
  brick.mass = mass;
  for (int k = 0; k < 3; ++k) {
    const double u = h[(k + 1) % 3], v = h[(k + 2) % 3];
    brick.inverse_mass[k] = planar && k == 1 ? 0.0 : 1.0 / mass;
    brick.inverse_inertia[k] = planar && k != 1 ? 0.0 : 3.0 / (mass * (u * u + v * v));
  }
}

Brick box(const Vector3d& centre, const Vector3d& half, double mass, bool planar = false) {
  Brick brick;
  brick.centre = centre;
  brick.half = half;
  set_mass(brick, mass, planar);
  return brick;
}

// Returns the level face pair under `upper` between x0 and x1.
Face level_face(const Brickwork& work, int lower, int upper, double x0, double x1) {
  const Brick& brick = work.bricks[upper];
  Face face{.lower = lower, .upper = upper};
  face.centre = {0.5 * (x0 + x1), brick.centre[1], brick.centre[2] - brick.half[2]};
  face.span1 = {0.5 * (x1 - x0), 0, 0};
  face.span2 = {0, brick.half[1], 0};
  return face;
}

void rest_on_ground(Brickwork& work, int upper) {
  const Brick& brick = work.bricks[upper];
  work.faces.push_back(level_face(work, -1, upper, brick.centre[0] - brick.half[0],
                                  brick.centre[0] + brick.half[0]));
}

// Sets span1 and span2 of a face, perpendicular to its normal, with the given half lengths.
void span_face(Face& face, double length1, double length2) {
  const Vector3d aside = std::abs(face.normal[0]) < 0.8 ? Vector3d(1, 0, 0) : Vector3d(0, 0, 1);
  const Vector3d t2 = unit(cross(face.normal, aside));
  face.span1 = length1 * cross(t2, face.normal);
  face.span2 = length2 * t2;
}

}  // namespace

// Columns are half a brick wide. Even courses hold w whole bricks; odd ones have a half brick at
// each end. The top course may be incomplete. There are gaps between the bricks of a course. A last
// face that fits no brick of the next course is left out.
Brickwork running_bond_wall(int faces, RandomStream& random) {
  const int w = std::max(1, static_cast<int>(std::lround(std::sqrt(0.5 * faces))));
  const Vector3d half(random.uniform(0.08, 0.15), random.uniform(0.04, 0.08),
                      random.uniform(0.03, 0.06));
  const double mass = random.uniform(1, 5);
  Brickwork work;
  std::vector<int> below, course(2 * w, -1);  // brick in each column
  std::size_t before = 1;
  for (int r = 0; before != work.faces.size() && static_cast<int>(work.faces.size()) < faces; ++r) {
    before = work.faces.size();
    below = std::exchange(course, std::vector<int>(2 * w, -1));
    for (int column = 0; column < 2 * w;) {
      const bool whole = r % 2 == 0 || (column > 0 && column < 2 * w - 1);
      const int columns = whole ? 2 : 1;
      const int needed = r == 0 ? 1 : columns;
      const bool carried = r == 0 || (below[column] >= 0 && below[column + columns - 1] >= 0);
      if (carried && static_cast<int>(work.faces.size()) + needed <= faces) {
        const int id = static_cast<int>(work.bricks.size());
        const double share = 0.5 * columns;
        work.bricks.push_back(box({half[0] * (column + share), 0, half[2] * (2 * r + 1)},
                                  {half[0] * share, half[1], half[2]}, mass * share));
        if (r == 0) rest_on_ground(work, id);
        for (int k = column; r > 0 && k < column + columns; ++k)
          work.faces.push_back(level_face(work, below[k], id, half[0] * k, half[0] * (k + 1)));
        std::fill_n(course.begin() + column, columns, id);
      }
      column += columns;
    }
  }
  return work;
}

// The base has w bricks, and each brick of the courses above rests on two. w has the parity of
// `faces` and w² >= faces, so that courses of two-face bricks use up the faces exactly.
Brickwork stepped_pyramid(int faces, double octaves, RandomStream& random) {
  faces = std::max(faces, 4);
  int w = static_cast<int>(std::ceil(std::sqrt(faces)));
  w += (faces - w) % 2 != 0;
  const Vector3d half(0.1, 0.06, 0.05);
  Brickwork work;
  for (int course = 0; course < w; ++course)
    for (int i = 0; i < w - course; ++i) {
      if (static_cast<int>(work.faces.size()) == faces) return work;
      const int id = static_cast<int>(work.bricks.size());
      const double x = half[0] * (2 * i + course);
      work.bricks.push_back(
          box({x, 0, half[2] * (2 * course + 1)}, half, random.log_uniform(octaves)));
      if (course == 0) {
        rest_on_ground(work, id);
        continue;
      }
      const int left = id - (w - course + 1);
      work.faces.push_back(level_face(work, left, id, x - half[0], x));
      work.faces.push_back(level_face(work, left + 1, id, x, x + half[0]));
    }
  return work;
}

// Builds columns of boxes with centres off the axis by up to a tenth of the half width.
Brickwork stacks(int faces, int lowest, int highest, double octaves, RandomStream& random) {
  Brickwork work;
  double x = 0.0;
  while (static_cast<int>(work.faces.size()) < faces) {
    const int height = lowest + random.index(highest - lowest + 1);
    double top = 0.0;
    for (int k = 0; k < height && static_cast<int>(work.faces.size()) < faces; ++k) {
      const int id = static_cast<int>(work.bricks.size());
      const Vector3d half(random.uniform(0.4, 0.6), random.uniform(0.4, 0.6),
                          random.uniform(0.2, 0.4));
      const Vector3d centre(x + random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04),
                            top + half[2]);
      work.bricks.push_back(box(centre, half, random.log_uniform(octaves)));
      Face face = level_face(work, k == 0 ? -1 : id - 1, id, x - 0.3, x + 0.3);
      face.centre[1] = 0.0;
      face.span2[1] = 0.3;
      work.faces.push_back(face);
      top += 2 * half[2];
    }
    x += 2.0;
  }
  return work;
}

Brickwork blocks_on_ground(int faces, bool planar, RandomStream& random) {
  Brickwork work{.planar = planar, .bricks = {}, .faces = {}};
  for (int i = 0; i < faces; ++i) {
    const Vector3d half(random.uniform(0.2, 0.6), random.uniform(0.2, 0.6),
                        random.uniform(0.2, 0.6));
    work.bricks.push_back(box({2.0 * i, 0, half[2]}, half, random.log_uniform(4), planar));
    rest_on_ground(work, i);
  }
  return work;
}

namespace {

// A site of a pile: a cube of side w (planar: a square), filled course by course.
struct Site {
  int i, j, k;
};

Face tilted_face(const Brickwork& work, int lower, int upper, RandomStream& random) {
  const Brick &a = work.bricks[lower], &b = work.bricks[upper];
  Vector3d tilt = 0.3 * random.direction();
  if (work.planar) tilt[1] = 0.0;
  Face face{.lower = lower, .upper = upper};
  face.centre = 0.5 * (a.centre + b.centre);
  face.normal = unit(unit(b.centre - a.centre) + tilt);
  span_face(face, random.uniform(0.1, 0.3), random.uniform(0.1, 0.3));
  return face;
}

}  // namespace

// Each body rests on the one below, perhaps on that one's neighbours, and may lean on its own
// neighbours; normals point from centre to centre, tilted at random.
Brickwork random_pile(int faces, bool planar, double octaves, RandomStream& random) {
  const double root = planar ? std::sqrt(0.5 * faces) : std::cbrt(0.4 * faces);
  const int w = std::max(1, static_cast<int>(std::ceil(root)));
  const int depth = planar ? 1 : w;
  Brickwork work{.planar = planar, .bricks = {}, .faces = {}};
  const auto lean = [&](Site at, int upper) {
    if (at.i < 0 || at.j < 0) return;
    work.faces.push_back(tilted_face(work, (at.k * depth + at.j) * w + at.i, upper, random));
  };
  for (int id = 0; static_cast<int>(work.faces.size()) < faces; ++id) {
    const Site at{id % w, id / w % depth, id / (w * depth)};
    const Vector3d site(at.i + random.uniform(-0.1, 0.1),
                        planar ? 0 : at.j + random.uniform(-0.1, 0.1), at.k + 0.5);
    const Vector3d half(random.uniform(0.3, 0.5), random.uniform(0.3, 0.5),
                        random.uniform(0.3, 0.5));
    work.bricks.push_back(box(site, half, random.log_uniform(octaves), planar));
    if (at.k == 0) {
      work.bricks.back().centre[2] = half[2];
      rest_on_ground(work, id);
    } else {
      lean({at.i, at.j, at.k - 1}, id);
      if (random.chance(0.5)) lean({at.i - 1, at.j, at.k - 1}, id);
      if (random.chance(0.5)) lean({at.i, at.j - 1, at.k - 1}, id);
    }
    if (random.chance(0.3)) lean({at.i - 1, at.j, at.k}, id);
    if (random.chance(0.3)) lean({at.i, at.j - 1, at.k}, id);
  }
  return work;
}

void add_gravity(Brickwork& brickwork) {
  for (Brick& brick : brickwork.bricks) brick.force[2] -= kGravity * brick.mass;
}

void push(Brickwork& brickwork, int index, double share, RandomStream& random) {
  Brick& brick = brickwork.bricks[index];
  const double size = random.uniform(0.0, share * kGravity * brick.mass);
  const Vector3d force = size * random.direction();
  Vector3d lever;
  for (int k = 0; k < 3; ++k) lever[k] = random.uniform(-brick.half[k], brick.half[k]);
  brick.force += force;
  brick.torque += cross(lever, force);
}

}  // namespace perpend::lcp
