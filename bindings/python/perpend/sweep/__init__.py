# SPDX-License-Identifier: Apache-2.0
"""Many runs of one scene (`pip install perpend[sweep]`):

    import perpend.sweep
    table = perpend.sweep.run("study.json")                        # on all cores
    table = perpend.sweep.run("study.json", on="tcp://host:8786")  # on a Dask cluster
"""
from .engine import EngineMismatch, engine
from .run import run, run_part
from .study import Study

__all__ = ["EngineMismatch", "Study", "engine", "run", "run_part"]
