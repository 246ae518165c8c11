// SPDX-License-Identifier: Apache-2.0
// Box2D version 3 in WebAssembly, single precision, in the plane of x and z; no sleeping. A ball is a disc with its moment.
import { load, serve, version } from './host.mjs';

const name = 'box2d3-wasm';
const module = await load(name, 'build/dist/es/entry.mjs');
const box2d = await module.default();

const flat = (v) => { const made = new box2d.b2Vec2(); made.x = v[0]; made.y = v[2]; return made; };
// About y, counter-clockwise in the plane of x and z is negative.
const angle = ([w, , y]) => -2 * Math.atan2(y, w);

function make(scene, dt, { iterations = 4 }) {
  const definition = box2d.b2DefaultWorldDef();
  definition.gravity = flat(scene.gravity);
  definition.enableSleep = false;
  const world = box2d.b2CreateWorld(definition);
  const surface = (density) => {
    const shape = box2d.b2DefaultShapeDef();
    shape.density = density;
    shape.material.friction = scene.mu;
    shape.material.restitution = 0;
    return shape;
  };
  const ground = box2d.b2CreateBody(world, box2d.b2DefaultBodyDef());
  if (scene.ground)
    box2d.b2CreatePolygonShape(ground, surface(0), box2d.b2MakeOffsetBox(200, 1, flat([0, 0, -1]), box2d.b2MakeRot(0)));
  const bodies = new Map();
  for (const body of scene.bodies) {
    const settings = box2d.b2DefaultBodyDef();
    settings.type = box2d.b2BodyType.b2_dynamicBody;
    settings.position = flat(body.position);
    settings.rotation = box2d.b2MakeRot(angle(body.quaternion));
    settings.linearVelocity = flat(body.velocity);
    settings.angularVelocity = -body.omega[1];
    const made = box2d.b2CreateBody(world, settings);
    if (body.shape) {
      const [kind, ...sizes] = body.shape;
      if (kind === 'box') {
        box2d.b2CreatePolygonShape(made, surface(1), box2d.b2MakeBox(sizes[0] / 2, sizes[2] / 2));
      } else {
        const disc = new box2d.b2Circle();
        disc.center = flat([0, 0, 0]);
        disc.radius = sizes[0];
        box2d.b2CreateCircleShape(made, surface(1), disc);
      }
    }
    const mass = new box2d.b2MassData();
    mass.mass = body.mass;
    mass.center = flat([0, 0, 0]);
    mass.rotationalInertia = body.inertia[1];
    box2d.b2Body_SetMassData(made, mass);
    bodies.set(body.name, { made, position: body.position });
  }
  for (const joint of scene.joints) {
    const on = (name) => bodies.get(name) ?? { made: ground, position: [0, 0, 0] };
    const local = (body) => flat(joint.anchor.map((value, k) => value - body.position[k]));
    const a = on(joint.b), b = on(joint.a);
    const pin = box2d.b2DefaultRevoluteJointDef();
    const base = pin.base ?? pin;
    base.bodyIdA = a.made;
    base.bodyIdB = b.made;
    if (pin.base) {
      const frame = (body) => { const made = new box2d.b2Transform(); made.p = local(body); made.q = box2d.b2MakeRot(0); return made; };
      base.localFrameA = frame(a);
      base.localFrameB = frame(b);
      pin.base = base;
    } else {
      pin.localAnchorA = local(a);
      pin.localAnchorB = local(b);
    }
    box2d.b2CreateRevoluteJoint(world, pin);
  }
  return {
    step: () => box2d.b2World_Step(world, dt, iterations),
    states: () => scene.bodies.map((body) => {
      const { made } = bodies.get(body.name);
      const { p, q } = box2d.b2Body_GetTransform(made), v = box2d.b2Body_GetLinearVelocity(made);
      const half = -Math.atan2(q.s, q.c) / 2;
      return [p.x, 0, p.y, Math.cos(half), 0, Math.sin(half), 0, v.x, 0, v.y, 0,
        -box2d.b2Body_GetAngularVelocity(made), 0];
    }),
  };
}

serve(make, version(name));
