// SPDX-License-Identifier: Apache-2.0
// Faces are computed by Qhull (Barber, Dobkin, Huhdanpaa, The Quickhull algorithm for convex hulls,
// ACM TOMS 22(4), 1996), through its reentrant C interface. It merges facets that are flat to a
// tolerance.
#include "geometry/spatial/shapes/hull_faces.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "perpend/core/error.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace perpend::spatial {
namespace {

// Owns Qhull's state and discards its output.
class Quickhull {
 public:
  Quickhull(Eigen::Matrix3Xd points, double flat) : points_(std::move(points)) {
    qh_zero(&qh_, quiet_.get());
    char command[64];
    std::snprintf(command, sizeof command, "qhull C%.3g", flat);
    status_ = qh_new_qhull(&qh_, 3, static_cast<int>(points_.cols()), points_.data(), False,
                           command, nullptr, quiet_.get());
  }
  ~Quickhull() {
    int left = 0, total = 0;
    qh_freeqhull(&qh_, !qh_ALL);
    qh_memfreeshort(&qh_, &left, &total);
  }
  Quickhull(const Quickhull&) = delete;
  Quickhull& operator=(const Quickhull&) = delete;

  int status() const { return status_; }

  // Returns loops of indices into the given points. Qhull orders them clockwise, so they are
  // reversed.
  FaceLoops loops() {
    FaceLoops loops;
    qhT* qh = &qh_;
    facetT* facet = nullptr;
    FORALLfacets {
      setT* corners = qh_facet3vertex(qh, facet);
      vertexT *vertex = nullptr, **vertexp = nullptr;
      std::vector<int>& loop = loops.emplace_back();
      FOREACHvertex_(corners) loop.push_back(qh_pointid(qh, vertex->point));
      std::reverse(loop.begin(), loop.end());
      qh_settempfree(qh, &corners);
    }
    return loops;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> quiet_{std::fopen("/dev/null", "w")};
  Eigen::Matrix3Xd points_;
  qhT qh_;
  int status_ = 0;
};

}  // namespace

FaceLoops hull_faces(const Eigen::Matrix3Xd& points, double flat) {
  Quickhull quickhull(points, flat);
  const int status = quickhull.status();
  require(status == 0, "points", "points with a convex hull",
          std::string(status == qh_ERRsingular ? "points too near to one plane" : "none") +
              " (Qhull error " + std::to_string(status) + ")");
  return quickhull.loops();
}

}  // namespace perpend::spatial
