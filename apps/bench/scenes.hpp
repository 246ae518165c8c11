// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::app {

/// `perpend bench scenes`: runs the study in bench/scenes by Python (PERPEND_PYTHON, or python3),
/// which measures the `perpend` beside this program; `arguments` end with a null pointer. Returns
/// only where it cannot start: an exit code.
int bench_scenes(char** arguments);

}  // namespace perpend::app
