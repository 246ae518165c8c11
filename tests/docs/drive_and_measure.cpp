// SPDX-License-Identifier: Apache-2.0
// The snippets of docs/drive_and_measure.md as they stand there: that this compiles is the test.
#include <perpend/perpend.hpp>

using namespace perpend;

namespace drive_and_measure {

void forces(const Model& model, Simulator& simulator, BodyId body, JointId joint, ActuatorId actuator, double k) {
  simulator.apply_force_at(body, {.force = {0, 0, 20}, .point = {0.5, 0, 0}});   // in the next step
  simulator.apply_impulse(body, {.force = {1.5, 0, 0}});                         // N s, in the next step
  simulator.apply_joint_force(joint, 0, 3.0);                                    // N m along coordinate 0
  simulator.hold_force_at(body, {.force = {5, 0, 0}, .force_in = Frame::body});  // a thruster
  simulator.hold_joint_force(joint, 0, 0.2);
  simulator.set_force(body, {0, 0, 20}, {0, 0, 0});                              // at the centre of mass
  simulator.set_joint_force(joint, 0, 0.2);
  simulator.set_motor_target(joint, 0, 1.5);                                     // in place of the model's
  simulator.set_motor_limit(joint, 0, 10.0);
  simulator.set_control(actuator, 0.5);                                          // what its gain and range make of it
  simulator.set_force_callback([&](const State& at, Eigen::VectorXd& force) {    // asked in every step
    add_force_at(model, at, body, {.force = -k * body_twist(model, at, body).velocity}, force);
  });
  simulator.clear_held();
}

void poses(const Model& model, BodyId body, BodyId disc, State& state) {
  set_pose(model, body, spatial::Pose{{0, 0, 2}}, state);                 // the frame of BodyDef
  set_velocity(model, body, Twist{.velocity = {1, 0, 0}}, state);         // of the centre of mass
  set_pose(model, disc, planar::Pose{{0, 1}, 0.3}, state);                // in the plane
}

void coordinates(const Model& model, BodyId hand, JointId elbow, State& state) {
  set_coordinates(model, {{find_coordinate(model, "elbow"), 0.5}}, state);    // rad; the forearm and hand follow
  set_rates(model, {{find_coordinate(model, "elbow"), 0.0}}, state);          // rad/s
  joint_jacobian(model, state, hand, {0.1, 0, 0}, Frame::body, {{elbow, 0}});  // 6 × 1: velocity of the point, omega
}

void kinematic(ModelBuilder& builder, const Model& model, double dt, State& state) {
  const BodyId hand = builder.add_body({.kind = BodyKind::kinematic, .motion = {.driven = true}});
  set_target_pose(model, hand, planar::Pose{{0, 1}, 0.3}, dt, state);     // there after a step of dt
}

void contacts(Simulator& simulator, State& state, BodyId body, double dt,
              void (*use)(BodyId, BodyId, const Eigen::Vector3d&)) {
  ContactEvents events;
  simulator.step(state);
  for (const ContactEvent& event : events.update(simulator.contacts(), state.time))
    if (event.kind == ContactEventKind::begin) use(event.touch.a, event.touch.b, event.touch.impulse);
  contact_force(simulator.contacts(), body, dt);                          // N on it, world
}

void measures(const Model& model, const State& state, BodyId body) {
  energy_parts(model, state).springs;                     // kinetic, potential, springs, total()
  total_momentum(model, state).angular;                   // about the origin
  center_of_mass(model, state).point;                     // of all, or of a list of bodies
  mass_matrix(model, state);                              // per velocity of the model
  point_jacobian(model, state, body, {0.5, 0, 0});        // 3 × velocities; also spin, coordinate
  constraint_rows(model, state).jacobian;                 // of all joints and couplers, with errors
  bias_force(model, state);                               // M v' + bias = applied + Jᵀ joint forces
}

spatial::Pose tool_pose(const study::Scene& scene, const State& state) {
  const BodyFrame tool = find_frame(scene.model, scene.frames, "tool0").value();
  world_twist(scene.model, state, tool).velocity;         // of its origin, with omega; world axes
  point_jacobian(scene.model, state, tool.body, tool.pose.p);
  return world_pose(scene.model, state, tool);            // in the world
}

void inverse(const Model& model, const State& state, JointId shoulder, JointId elbow,
             const Eigen::VectorXd& accelerations) {
  const InverseDynamics arm(model, state, {{shoulder, 0}, {elbow, 0}});
  const InstantDynamics answer = arm.solve(accelerations);                // .force, .acceleration, .joint_force
  arm.mass_matrix();                                                      // H of H a + c = tau
  arm.bias_force();                                                       // c
  InverseDynamics(model, state, {}).solve({}).acceleration;               // none driven: forward dynamics
}

void queries(const Model& model, const State& state, BodyId a, BodyId b) {
  body_distance(model, state, a, b)->gap;                                 // with normal and both points
  cast_ray(model, state, {.origin = {0, 0, 5}, .direction = {0, 0, -1}});   // nearest hit; _through: all
  bodies_near(model, state, spatial::Sphere{0.3}, {{1, 0, 0}}, 0.1);      // overlap, or within 0.1 m
}

void sensors_of(const Model& model, Simulator& simulator, State& state, JointId wrist, BodyId foot,
                BodyId torso, const spatial::Pose& mount) {
  Sensors sensors(model,
                  {{.name = "wrist", .kind = SensorKind::joint_force_torque, .joint = wrist},
                   {.name = "sole", .kind = SensorKind::contact_force, .body = foot},
                   {.name = "imu", .kind = SensorKind::accelerometer, .body = torso, .mount = mount},
                   {.name = "gyro", .kind = SensorKind::gyro, .body = torso}},
                  state);
  simulator.step(state);
  sensors.update(simulator, state);
  sensors.values("imu");                                                  // m/s², sensor frame
}

void exchange(ModelBuilder with_another_box, Simulator& simulator, State& state) {
  const Model more = with_another_box.build().value();                    // a builder of the caller's
  simulator.exchange(more, state);                                        // between two steps
}

void edit(const Model& model, const Model& another, BodyId body) {
  const Model fewer = without_body(model, body);                          // and its joints
  const Model both = with_elements(model, another);                       // another model's behind its own
}

void record(const Model& model, const State& state, const StepReport& report, const Simulator& simulator,
            const Sensors& sensors, const io::RunHeader& header) {
  auto recorder = io::Recorder::open("run.h5", model, header, {.channels = sensors.channels()}).value();
  recorder.write(state, report, simulator.contacts(),
                 {.coordinate_forces = simulator.coordinate_forces(), .channels = sensors.values()});
}

}  // namespace drive_and_measure
