# SPDX-License-Identifier: Apache-2.0
"""MuJoCo's examples step by step beside MuJoCo: the published files where they are at hand, and models of our own
that are like them. Skipped without MuJoCo (`pip install mujoco`)."""
import os
import pathlib
import re
import warnings

import numpy as np
import perpend
import pytest

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install mujoco")

DATA = pathlib.Path(os.environ.get("PERPEND_DATA", pathlib.Path(__file__).resolve().parents[4] / "shared/data"))
BALLS = 5

CRADLE = f"""<mujoco model="cradle"><option timestep="2e-4"/>
 <default><geom type="sphere" size=".02" density="8000" solref="-1e8 0" solimp="0 .01 1e-3"/>
  <tendon limited="true" range="0 .146"/></default>
 <worldbody>
  <replicate count="{BALLS - 1}" offset="-.0405 0 0">
   <site name="a" pos="0 -.04 .2"/><site name="c" pos="0 .04 .2"/>
   <body name="ball" pos="0 0 .0396"><freejoint/><geom/><site name="b" pos="0 -.008 .018"/><site name="d" pos="0 .008 .018"/></body>
  </replicate>
  <site name="e" pos=".0405 -.04 .2"/><site name="g" pos=".0405 .04 .2"/>
  <body name="first" pos=".1205 0 .061" euler="0 -34 0"><freejoint/><geom/>
   <site name="f" pos="0 -.008 .018"/><site name="h" pos="0 .008 .018"/></body>
 </worldbody>
 <tendon>{"".join(f'<spatial><site site="{x}{i}"/><site site="{y}{i}"/></spatial>' for x, y in ("ab", "cd")
                  for i in range(BALLS - 1))}
  <spatial><site site="e"/><site site="f"/></spatial><spatial><site site="g"/><site site="h"/></spatial></tendon>
</mujoco>"""

SLIDER_CRANK = """<mujoco model="slider-crank"><option timestep="2e-4"/>
 <default><geom type="capsule" size=".01" contype="0" conaffinity="0"/></default>
 <worldbody>
  <body name="crank"><joint name="shaft" axis="0 1 0" damping=".002"/><geom fromto="0 0 0 .2 0 0"/>
   <body name="rod" pos=".2 0 0" euler="0 20 0"><joint axis="0 1 0"/><geom fromto="0 0 0 .5 0 0"/></body></body>
  <body name="slider" pos=".669846310392954 0 -.171010071662834"><joint name="slide" type="slide" axis="1 0 0"/>
   <geom type="box" size=".03 .03 .03"/></body>
 </worldbody>
 <equality><connect body1="rod" body2="slider" anchor=".5 0 0" solref="1e-3 1"/></equality></mujoco>"""

CARDS = """<mujoco model="cards"><option timestep="1e-3"/>
 <default><geom type="box" size=".047 .032 .00035" mass="1.84e-4" friction=".1"/></default>
 <worldbody>
  <geom type="plane" size="5 5 .01" pos="0 0 -.3"/>
  <geom type="capsule" size=".03" fromto="0 -.1 -.1 0 .1 -.1"/>
  <replicate count="5" offset=".004 0 .006" euler="0 3 0"><body name="card"><freejoint/><geom/></body></replicate>
 </worldbody></mujoco>"""


SERVOS = """<mujoco model="servos"><option timestep="2e-4" integrator="RK4"/>
 <default><geom contype="0" conaffinity="0" density="2000"/></default>
 <worldbody>
  <body name="upper"><joint name="shoulder" axis="0 1 0" armature=".2"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
   <body name="lower" pos=".4 0 0"><joint name="elbow" axis="0 1 0" armature=".05"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
    <body name="tool" pos=".3 0 0"><joint name="slide" type="slide" axis="1 0 0" armature="2"/><geom size=".04"/></body></body></body>
 </worldbody>
 <actuator><position name="a" joint="shoulder" kp="300" dampratio=".5" forcerange="-20 20"/>
  <velocity name="b" joint="elbow" kv="6"/><position name="c" joint="slide" kp="500" kv="30"/></actuator></mujoco>"""


class Pair:
    """A model in both programs, stepped together; every step of ours is certified."""

    def __init__(self, file):
        self.model = mujoco.MjModel.from_xml_path(str(file))
        self.data = mujoco.MjData(self.model)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", perpend.NotDone)
            self.world = perpend.World.load(file)
        self.ours = self.theirs = self.gap = 0.0  # deepest penetrations, m; widest gap of a joint

    def run(self, seconds):
        for _ in range(round(seconds / self.model.opt.timestep)):
            mujoco.mj_step(self.model, self.data)
            report = self.world.step()
            assert report.status == "ok" and report.uncertified == 0, report.message
            self.ours, self.gap = max(self.ours, report.penetration), max(self.gap, report.joint_gap)
            if self.data.ncon:
                self.theirs = max(self.theirs, -self.data.contact.dist[:self.data.ncon].min())

    def centers(self):
        masses = self.model.body_mass
        return np.array(self.world.center_of_mass()[1]), (masses[:, None] * self.data.xipos).sum(0) / masses.sum()


def pair(tmp_path, text):
    file = tmp_path / "model.xml"
    file.write_text(text)
    return Pair(file)


def published(name):
    file = DATA / "robots" / name
    if not file.exists():
        pytest.skip(f"{name} is not in {DATA / 'robots'}")
    return Pair(file)


def test_the_humanoid_falls_and_lies():
    both = published("humanoid.xml")
    for _ in range(3):  # until its legs, which have hamstrings there, fold
        both.run(0.2)
        ours, theirs = both.centers()
        assert ours == pytest.approx(theirs, abs=5e-3)
    both.run(2.4)
    ours, theirs = both.centers()
    assert 0.05 < ours[2] < 0.5 and 0.05 < theirs[2] < 0.5
    assert both.ours < 1e-6 < 1e-3 < both.theirs


def test_the_published_slider_cranks_rest():
    both = published("slider_crank.xml")  # whose actuators are cranks, which are listed as not done
    both.run(0.5)
    assert np.abs(both.world.v).max() < 1e-9


def test_a_slider_crank_by_connect_moves_as_theirs_and_stays_closed(tmp_path):
    both = pair(tmp_path, SLIDER_CRANK)
    for _ in range(4):
        both.run(0.1)
        # Theirs is of first order in the step and its loop gives way.
        assert both.world.joint("shaft").coordinates[0] == pytest.approx(both.data.joint("shaft").qpos[0], abs=5e-3)
        assert both.world.joint("slide").coordinates[0] == pytest.approx(both.data.joint("slide").qpos[0], abs=2e-3)
    assert both.gap < 1e-8 and both.world.options["drift"] == "projection"


def test_a_newtons_cradle_on_tendons_passes_its_swing_on(tmp_path):
    both = pair(tmp_path, CRADLE)
    both.run(0.2)
    assert both.world.body("first").velocity == pytest.approx(both.data.body("first").cvel[3:], abs=1e-2)  # their ropes stretch
    energy = both.world.energy_parts
    both.run(0.1)
    speeds = [both.world.body(name).velocity[0] for name in ["first", *(f"ball{i}" for i in range(BALLS - 1))]]
    theirs = [both.data.joint(i).qvel[0] for i in [BALLS - 1, *range(BALLS - 1)]]
    assert energy and np.argmin(speeds) == np.argmin(theirs) == BALLS - 1  # the last flies off to the left
    assert speeds[-1] == pytest.approx(theirs[-1], rel=0.1)
    assert np.abs(speeds[:-1]).max() < 0.05 * -speeds[-1]


def test_cards_slide_off_a_bar_without_sinking_in(tmp_path):
    both = pair(tmp_path, CARDS)
    both.run(0.1)
    ours, theirs = both.centers()
    assert ours == pytest.approx(theirs, abs=1e-3)  # as they fall
    both.run(0.3)
    ours, theirs = both.centers()
    assert ours[2] < -0.2 and theirs[2] < -0.2
    assert both.ours < 1e-4 < both.theirs


def test_servos_with_rotors_follow_their_controls_as_theirs(tmp_path):
    both = pair(tmp_path, SERVOS)
    names, reached = ["shoulder", "elbow", "slide"], 0
    assert both.world.motor_names == [f"{name}[0]" for name in names]
    for control in ([.8, 1, .1], [-.5, -2, -.05], [.3, 0, .02]):
        both.world.ctrl[:] = both.data.ctrl[:] = control
        for _ in range(5):
            both.run(0.1)
            for name in names:
                ours, theirs = both.world.joint(name).coordinates[0], both.data.joint(name).qpos[0]
                assert ours == pytest.approx(theirs, abs=1e-3)  # dampers are of first order
            reached += abs(both.data.actuator_force[0]) == 20
    assert reached > 0


def test_the_humanoid_follows_controls_as_theirs(tmp_path):
    """Its 21 motors, without what is soft there: contacts, limits and hamstrings."""
    file = DATA / "robots/humanoid.xml"
    if not file.exists():
        pytest.skip(f"no robots in {DATA}")
    free = '<option timestep="5e-4" integrator="RK4"><flag contact="disable" limit="disable"/></option>'
    text = re.sub("<tendon>.*?</tendon>", "", re.sub("<option [^>]*/>", free, file.read_text()), flags=re.DOTALL)
    both = pair(tmp_path, text)
    names = [both.model.joint(i).name for i in range(1, both.model.njnt)]
    assert both.world.actuator_names == [both.model.actuator(i).name for i in range(21)]
    draw = np.random.default_rng(2)
    for _ in range(5):
        both.world.ctrl[:] = both.data.ctrl[:] = draw.uniform(-1.3, 1.3, 21)
        both.run(0.02)
        ours = [both.world.joint(name).coordinates[0] for name in names]
        # Bodies between the joints have a thousandth of the mass here.
        assert ours == pytest.approx([both.data.joint(name).qpos[0] for name in names], abs=5e-3)
    assert np.abs(ours).max() > 1


@pytest.mark.parametrize("name", ["newton_cradle.xml", "cards.xml"])
def test_other_published_examples_start_as_theirs(name):
    both = published(name)
    both.run(0.05)
    ours, theirs = both.centers()
    assert ours == pytest.approx(theirs, abs=1e-3)
