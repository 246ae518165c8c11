// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perpend::app {

/// Implements `perpend bench scenes`: replaces this process by the Python study in bench/scenes
/// (run by PERPEND_PYTHON, or python3), which measures the `perpend` beside this program.
/// `arguments` end with a null pointer. Returns an exit code, and only if the study cannot start.
int bench_scenes(char** arguments);

}  // namespace perpend::app
