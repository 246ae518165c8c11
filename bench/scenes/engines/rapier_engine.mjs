// SPDX-License-Identifier: Apache-2.0
// Rapier in WebAssembly, single precision; joints as impulses.
import { load, serve, version } from './host.mjs';

const name = '@dimforge/rapier3d-compat';
const module = await load(name);
const rapier = module.default ?? module;
await rapier.init();

const xyz = ([x, y, z]) => ({ x, y, z });

function make(scene, dt, { iterations = 4 }) {
  const world = new rapier.World(xyz(scene.gravity));
  world.timestep = dt;
  world.integrationParameters.numSolverIterations = iterations;
  if (scene.ground)
    world.createCollider(rapier.ColliderDesc.cuboid(200, 200, 1).setTranslation(0, 0, -1).setFriction(scene.mu));
  const bodies = new Map();
  for (const body of scene.bodies) {
    const [w, x, y, z] = body.quaternion;
    const made = world.createRigidBody(rapier.RigidBodyDesc.dynamic()
      .setTranslation(...body.position).setRotation({ w, x, y, z }).setLinvel(...body.velocity)
      .setAngvel(xyz(body.omega)).setCanSleep(false).setLinearDamping(0).setAngularDamping(0)
      .setAdditionalMassProperties(body.mass, xyz([0, 0, 0]), xyz(body.inertia), { w: 1, x: 0, y: 0, z: 0 }));
    if (body.shape) {
      const [kind, ...sizes] = body.shape;
      const half = sizes.map((side) => side / 2);
      const shape = kind === 'box' ? rapier.ColliderDesc.cuboid(...half) : rapier.ColliderDesc.ball(sizes[0]);
      world.createCollider(shape.setDensity(0).setFriction(scene.mu), made);
    }
    bodies.set(body.name, { made, position: body.position });
  }
  const fixed = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  for (const joint of scene.joints) {
    const on = (name) => bodies.get(name) ?? { made: fixed, position: [0, 0, 0] };
    const local = (body) => xyz(joint.anchor.map((value, k) => value - body.position[k]));
    const a = on(joint.a), b = on(joint.b);
    const data = rapier.JointData.revolute(local(b), local(a), xyz(joint.axis));
    world.createImpulseJoint(data, b.made, a.made, true);
  }
  return {
    step: () => world.step(),
    states: () => scene.bodies.map((body) => {
      const { made } = bodies.get(body.name);
      const [p, q, v, w] = [made.translation(), made.rotation(), made.linvel(), made.angvel()];
      return [p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z];
    }),
  };
}

serve(make, version(name));
