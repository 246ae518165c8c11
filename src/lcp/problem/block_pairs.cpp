// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/block_pairs.hpp"

#include <algorithm>

#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// A group at a body: its Jᵀ, and M⁻¹ Jᵀ.
struct Touch {
  int group;
  const double* J;
  Index answer;  ///< offset in answers_
};

struct Meeting {
  int first;
  const double *J, *answer;  ///< J of the first, M⁻¹ Jᵀ of the second
  Index size;                ///< velocities of the body
};

class Assembler {
 public:
  Assembler(const BlockProblem& problem, linalg::PairBlocks& W) : problem_(problem), W_(W) {}
  void find_answers();
  void add_column(int second);

 private:
  void meet(int second);
  void add(const Meeting& meeting, int second);

  const BlockProblem& problem_;
  linalg::PairBlocks& W_;
  std::vector<double> answers_;              // M⁻¹ Jᵀ, part by part
  std::vector<std::vector<Touch>> touches_;  // by node, groups ascending
  std::vector<Meeting> meetings_;            // meetings of one group with those up to it
};

void Assembler::find_answers() {
  const int nodes = problem_.graph().nodes();
  std::vector<Eigen::LLT<MatrixXd>> masses(static_cast<std::size_t>(nodes));
  for (int i = 0; i < nodes; ++i) {
    masses[i].compute(MatrixXd(problem_.node(i)));
    require(masses[i].info() == Eigen::Success, "mass of node", "positive definite", i);
  }
  touches_.resize(static_cast<std::size_t>(nodes));
  for (int g = 0; g < std::ssize(problem_.groups()); ++g)
    for (const BlockProblem::Part& part : problem_.parts(problem_.groups()[g])) {
      const auto J = problem_.part(problem_.groups()[g], part);
      const MatrixXd answer = masses[part.node].solve(J);
      touches_[part.node].push_back({g, J.data(), std::ssize(answers_)});
      answers_.insert(answers_.end(), answer.data(), answer.data() + answer.size());
    }
}

void Assembler::meet(int second) {
  meetings_.clear();
  for (const BlockProblem::Part& part : problem_.parts(problem_.groups()[second])) {
    const std::vector<Touch>& here = touches_[part.node];
    const auto own = std::ranges::lower_bound(here, second, {}, &Touch::group);
    for (auto i = here.begin(); i <= own; ++i)
      meetings_.push_back(
          {i->group, i->J, answers_.data() + own->answer, problem_.graph().sizes[part.node]});
  }
  std::ranges::stable_sort(meetings_, {}, &Meeting::first);
}

void Assembler::add(const Meeting& meeting, int second) {
  const Index rows = W_.rows(meeting.first), columns = W_.rows(second);
  double* value = W_.values.data() + W_.pairs.back().begin;
  for (Index c = 0; c < columns; ++c)
    for (Index r = 0; r < rows; ++r) {
      double sum = 0;
      for (Index k = 0; k < meeting.size; ++k)
        sum += meeting.J[r * meeting.size + k] * meeting.answer[c * meeting.size + k];
      *value++ += sum;
    }
}

void Assembler::add_column(int second) {
  meet(second);
  const auto begin_pair = [&](int first) {
    W_.pairs.push_back({second, first, std::ssize(W_.values)});
    W_.values.resize(W_.values.size() + static_cast<std::size_t>(W_.rows(first) * W_.rows(second)));
  };
  int last = -1;
  for (const Meeting& meeting : meetings_) {
    if (meeting.first != last) begin_pair(last = meeting.first);
    add(meeting, second);
  }
  if (last != second) begin_pair(second);
  // One half of the own block is copied to the other: both have the same bits.
  const Index rows = W_.rows(second);
  double* value = W_.values.data() + W_.pairs.back().begin;
  for (Index r = 0; r < rows; ++r)
    for (Index s = 0; s < r; ++s) value[s * rows + r] = value[r * rows + s];
}

}  // namespace

void set_pairs(const BlockProblem& problem, linalg::PairBlocks& W) {
  require(problem.graph().edges.empty(), "problem", "without couplings",
          static_cast<double>(problem.graph().edges.size()));
  W.start.assign(1, 0);
  W.pairs.clear();
  W.values.clear();
  for (const BlockProblem::Group& group : problem.groups())
    W.start.push_back(W.start.back() + group.rows);
  Assembler assembler(problem, W);
  assembler.find_answers();
  for (int g = 0; g < std::ssize(problem.groups()); ++g) assembler.add_column(g);
  W.add_diagonal(problem.compliance);
}

}  // namespace perpend::lcp
