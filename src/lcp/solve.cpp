// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solve.hpp"

#include "perpend/core/error.hpp"
#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {

struct Workspace::Buffers {};

Workspace::Workspace() : buffers_(std::make_unique<Buffers>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

}  // namespace perpend::lcp
