// SPDX-License-Identifier: Apache-2.0
// Reads and writes files of the Friction Contact LIBrary, after its documentation and fclib.h:
//   /fclib_local   spacedim, W (m × m), V (m × p) and R (p × p) if there are bilateral rows,
//                  vectors/q, mu, s
//                    u = W r + V l + q,  0 = V' r + R l + s
//   /fclib_global  spacedim, M (n × n), H (n × m), G (n × p) if there are bilateral rows,
//                  vectors/f, w, mu, b
//                    M v = f + H r + G l,  u = H' v + w,  0 = G' v + b
//   .../info       title, description, math_info
//   /solution, /guesses/1, 2, ...  u, r; l where p > 0; v in global files
// The rows of a contact are normal, t1(, t2), as the law in fclib.h implies: mu |u_T| is added to
// entry 0. Numbers are datasets of one entry. Limitation: comments and condition numbers of
// matrices are neither read nor written.
#include "perpend/io/fclib.hpp"

#include <fmt/format.h>

#include "io/format/text_matrix.hpp"
#include "io/problem/fclib_matrix.hpp"
#include "io/problem/fclib_rows.hpp"
#include "io/problem/problem_formats.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

using Eigen::Index;
using hdf5::Error;
using Sparse = Eigen::SparseMatrix<double>;

const std::string kLocal = "fclib_local", kGlobal = "fclib_global";

void require_shape(const Sparse& matrix, const std::string& name, Index rows, Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  throw Error(name, fmt::format("is {} x {}", matrix.rows(), matrix.cols()),
              fmt::format("expected {} x {}", rows, cols));
}

// Reads the contacts, which have `rows` rows in total.
std::vector<lcp::Contact> read_contacts(hid_t file, const std::string& group, Index rows) {
  const int dimension = fclib::read_int(file, group + "/spacedim");
  if (dimension != 2 && dimension != 3)
    throw Error(group + "/spacedim", fmt::format("is {}", dimension), "expected 2 or 3");
  if (rows % dimension != 0)
    throw Error(group, fmt::format("has {} contact rows", rows),
                fmt::format("expected a multiple of spacedim = {}", dimension));
  const std::string name = group + "/vectors/mu";
  const Eigen::VectorXd mu = fclib::read_vector(file, name, rows / dimension);
  for (Index i = 0; i < mu.size(); ++i)
    if (!(mu[i] >= 0))
      throw Error(fmt::format("{}[{}]", name, i), fmt::format("is {}", mu[i]),
                  "expected a coefficient >= 0");
  return contacts_in_order(dimension, mu);
}

lcp::ContactProblem read_local(hid_t file) {
  const Sparse W = fclib::read_matrix(file, kLocal + "/W");
  const Index m = W.rows();
  require_shape(W, kLocal + "/W", m, m);
  const bool bilateral = hdf5::has(file, kLocal + "/V") || hdf5::has(file, kLocal + "/R");
  const Sparse R = bilateral ? fclib::read_matrix(file, kLocal + "/R") : Sparse(0, 0);
  const Sparse V = bilateral ? fclib::read_matrix(file, kLocal + "/V") : Sparse(m, 0);
  const Index p = R.rows(), n = m + p;
  require_shape(R, kLocal + "/R", p, p);
  require_shape(V, kLocal + "/V", m, p);
  if (n > kMaxRows)
    throw Error(kLocal, fmt::format("has {} rows", n), fmt::format("expected up to {}", kMaxRows));
  lcp::ContactProblem problem;
  problem.contacts = read_contacts(file, kLocal, m);
  problem.A.setZero(n, n);
  problem.A.topLeftCorner(m, m) = W;
  problem.A.topRightCorner(m, p) = V;
  problem.A.bottomLeftCorner(p, m) = Sparse(V.transpose());
  problem.A.bottomRightCorner(p, p) = R;
  problem.b.resize(n);
  problem.b.head(m) = fclib::read_vector(file, kLocal + "/vectors/q", m);
  if (bilateral) problem.b.tail(p) = fclib::read_vector(file, kLocal + "/vectors/s", p);
  return problem;
}

lcp::GlobalContactProblem read_global(hid_t file) {
  lcp::GlobalContactProblem problem;
  problem.M = fclib::read_matrix(file, kGlobal + "/M");
  const Index n = problem.M.rows();
  require_shape(problem.M, kGlobal + "/M", n, n);
  const Sparse H = fclib::read_matrix(file, kGlobal + "/H");
  const Index m = H.cols();
  require_shape(H, kGlobal + "/H", n, m);
  const bool bilateral = hdf5::has(file, kGlobal + "/G");
  const Sparse G = bilateral ? fclib::read_matrix(file, kGlobal + "/G") : Sparse(n, 0);
  require_shape(G, kGlobal + "/G", n, G.cols());
  problem.contacts = read_contacts(file, kGlobal, m);
  problem.H.resize(n, m + G.cols());
  problem.H.leftCols(m) = H;
  problem.H.rightCols(G.cols()) = G;
  problem.H.makeCompressed();
  problem.f = fclib::read_vector(file, kGlobal + "/vectors/f", n);
  problem.w.resize(m + G.cols());
  problem.w.head(m) = fclib::read_vector(file, kGlobal + "/vectors/w", m);
  if (bilateral)
    problem.w.tail(G.cols()) = fclib::read_vector(file, kGlobal + "/vectors/b", G.cols());
  return problem;
}

Index velocities(const lcp::ContactProblem&) {
  return 0;
}
Index velocities(const lcp::GlobalContactProblem& problem) {
  return problem.velocities();
}

FclibPoint read_point(hid_t file, const std::string& group, Index rows, Index bilateral,
                      Index velocities) {
  FclibPoint point;
  point.f.resize(rows + bilateral);
  point.f.head(rows) = fclib::read_vector(file, group + "/r", rows);
  if (bilateral > 0) point.f.tail(bilateral) = fclib::read_vector(file, group + "/l", bilateral);
  point.a = Eigen::VectorXd::Zero(rows + bilateral);
  point.a.head(rows) = fclib::read_vector(file, group + "/u", rows);
  if (velocities > 0) point.v = fclib::read_vector(file, group + "/v", velocities);
  return point;
}

void read_points(hid_t file, FclibFile& into) {
  const auto [rows, bilateral, n] = std::visit(
      [](const auto& p) {
        const Index contact_rows =
            p.contacts.empty() ? 0 : p.contacts.back().row + p.contacts.back().tangents + 1;
        return std::array{contact_rows, p.size() - contact_rows, velocities(p)};
      },
      into.problem);
  if (hdf5::has(file, "solution")) into.solution = read_point(file, "solution", rows, bilateral, n);
  if (!hdf5::has(file, "guesses")) return;
  const int count = fclib::read_int(file, "guesses/number_of_guesses");
  for (int i = 1; i <= count; ++i)
    into.guesses.push_back(read_point(file, "guesses/" + std::to_string(i), rows, bilateral, n));
}

std::string read_info(hid_t file, const std::string& group, const std::string& name) {
  const std::string path = group + "/info/" + name;
  return hdf5::has(file, path) ? hdf5::read_text(file, path.c_str()) : "";
}

FclibFile read_file(hid_t file) {
  const bool local = hdf5::has(file, kLocal);
  if (local == hdf5::has(file, kGlobal))
    throw Error("", local ? "holds a local and a global problem" : "is not an FCLIB file",
                "expected one group, fclib_local or fclib_global");
  FclibFile result;
  if (local)
    result.problem = read_local(file);
  else
    result.problem = read_global(file);
  const std::string& group = local ? kLocal : kGlobal;
  result.title = read_info(file, group, "title");
  result.description = read_info(file, group, "description");
  result.math_info = read_info(file, group, "math_info");
  read_points(file, result);
  return result;
}

void write_info(hid_t file, const std::string& group, const FclibFile& from) {
  const auto write = [&](const std::string& name, const std::string& text) {
    // fclib stores the text with its terminating null, as strlen + 1 bytes.
    if (!text.empty()) hdf5::write_text(file, (group + "/info/" + name).c_str(), text + '\0');
  };
  write("title", from.title);
  write("description", from.description);
  write("math_info", from.math_info);
}

void write_point(hid_t file, const std::string& group, const FclibRows& rows,
                 const FclibPoint& point) {
  fclib::write_vector(file, group + "/u", point.a(rows.contact));
  fclib::write_vector(file, group + "/r", point.f(rows.contact));
  if (!rows.bilateral.empty()) fclib::write_vector(file, group + "/l", point.f(rows.bilateral));
  if (point.v.size() > 0) fclib::write_vector(file, group + "/v", point.v);
}

void write_local(hid_t file, const lcp::ContactProblem& problem, const FclibRows& rows) {
  fclib::write_matrix(file, kLocal + "/W", filled(problem.A, rows.contact, rows.contact));
  fclib::write_vector(file, kLocal + "/vectors/q", problem.b(rows.contact));
  if (rows.bilateral.empty()) return;
  fclib::write_matrix(file, kLocal + "/V", filled(problem.A, rows.contact, rows.bilateral));
  fclib::write_matrix(file, kLocal + "/R", filled(problem.A, rows.bilateral, rows.bilateral));
  fclib::write_vector(file, kLocal + "/vectors/s", problem.b(rows.bilateral));
}

void write_global(hid_t file, const lcp::GlobalContactProblem& problem, const FclibRows& rows) {
  Sparse M = problem.M;
  M.makeCompressed();
  fclib::write_matrix(file, kGlobal + "/M", M);
  fclib::write_matrix(file, kGlobal + "/H", columns(problem.H, rows.contact));
  fclib::write_vector(file, kGlobal + "/vectors/f", problem.f);
  fclib::write_vector(file, kGlobal + "/vectors/w", problem.w(rows.contact));
  if (rows.bilateral.empty()) return;
  fclib::write_matrix(file, kGlobal + "/G", columns(problem.H, rows.bilateral));
  fclib::write_vector(file, kGlobal + "/vectors/b", problem.w(rows.bilateral));
}

void write_file(hid_t file, const FclibFile& from, const FclibRows& rows) {
  const auto* local = std::get_if<lcp::ContactProblem>(&from.problem);
  const std::string& group = local ? kLocal : kGlobal;
  fclib::write_int(file, group + "/spacedim", rows.dimension);
  if (local)
    write_local(file, *local, rows);
  else
    write_global(file, std::get<lcp::GlobalContactProblem>(from.problem), rows);
  fclib::write_vector(file, group + "/vectors/mu", rows.mu);
  write_info(file, group, from);
  if (from.solution) write_point(file, "solution", rows, *from.solution);
  if (from.guesses.empty()) return;
  fclib::write_int(file, "guesses/number_of_guesses", static_cast<int>(from.guesses.size()));
  for (std::size_t i = 0; i < from.guesses.size(); ++i)
    write_point(file, "guesses/" + std::to_string(i + 1), rows, from.guesses[i]);
}

void validate(const FclibPoint& point, const std::string& name, Index rows, Index velocities) {
  const auto size = [&](const char* part, Index found, Index expected) {
    require(found == expected, name + part, std::to_string(expected), static_cast<double>(found));
  };
  size(".f.size()", point.f.size(), rows);
  size(".a.size()", point.a.size(), rows);
  size(".v.size()", point.v.size(), velocities);
}

void validate(const FclibFile& file) {
  std::visit(
      [&](const auto& p) {
        lcp::validate(p);
        if (file.solution) validate(*file.solution, "solution", p.size(), velocities(p));
        for (const FclibPoint& guess : file.guesses)
          validate(guess, "guesses", p.size(), velocities(p));
      },
      file.problem);
}

}  // namespace

Result<FclibFile> read_fclib(const std::filesystem::path& path) {
  const hdf5::Silence silence;
  try {
    FclibFile result = read_file(hdf5::open_file(path, hdf5::Format::exchanged));
    validate(result);
    return result;
  } catch (const Error& error) {
    return Diagnostics{hdf5::to_diagnostic(error, path)};
  } catch (const InvalidArgument& fault) {
    return Diagnostics{diagnostic_of(fault, path.string(), 0)};
  }
}

Diagnostics write_fclib(const std::filesystem::path& path, const FclibFile& file) {
  validate(file);
  const Result<FclibRows> rows =
      std::visit([](const auto& problem) { return fclib_rows(problem); }, file.problem);
  if (!rows) {
    Diagnostics faults = rows.error();
    for (Diagnostic& fault : faults) fault.file = path.string();
    return faults;
  }
  return hdf5::write_whole_file(path, hdf5::Format::exchanged,
                                [&](hid_t handle) { write_file(handle, file, *rows); });
}

}  // namespace perpend::io
