# SPDX-License-Identifier: Apache-2.0
"""Single faults, one per mechanism: source file, what to replace (it occurs once), by what, what
breaks, and the layers whose tests have to notice ("apps.check_test": tests/apps/check_test.py)."""

import faults_acceleration  # noqa: F401
import faults_apps  # noqa: F401
import faults_blind_engine  # noqa: F401
import faults_blind_outer  # noqa: F401
import faults_blind_solvers  # noqa: F401
import faults_candidates  # noqa: F401
import faults_certificate  # noqa: F401
import faults_chains  # noqa: F401
import faults_contact  # noqa: F401
import faults_corners  # noqa: F401
import faults_derivatives  # noqa: F401
import faults_drawn  # noqa: F401
import faults_drive  # noqa: F401
import faults_dynamics  # noqa: F401
import faults_geometry  # noqa: F401
import faults_io  # noqa: F401
import faults_joints  # noqa: F401
import faults_lcp  # noqa: F401
import faults_limits  # noqa: F401
import faults_model  # noqa: F401
import faults_python  # noqa: F401
import faults_recording  # noqa: F401
import faults_restitution  # noqa: F401
import faults_robot  # noqa: F401
import faults_sim  # noqa: F401
import faults_springs  # noqa: F401
import faults_unread  # noqa: F401
import faults_unread_outer  # noqa: F401
import faults_unread_solvers  # noqa: F401
import faults_unread_steps  # noqa: F401
from fault_list import FAULTS  # noqa: F401
