// SPDX-License-Identifier: Apache-2.0
// Jolt in WebAssembly, single precision, one thread; no damping, no sleeping, gyroscopic forces on.
import { load, serve, version } from './host.mjs';

const name = 'jolt-physics';
const jolt = await (await load(name)).default();
const kGround = 0, kSolid = 1, kGhost = 2;  // layers; what has no shape touches nothing

function physics(iterations) {
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(3);
  pairs.EnableCollision(kGround, kSolid);
  pairs.EnableCollision(kSolid, kSolid);
  const broad = new jolt.BroadPhaseLayerInterfaceTable(3, 2);
  broad.MapObjectToBroadPhaseLayer(kGround, new jolt.BroadPhaseLayer(0));
  for (const layer of [kSolid, kGhost]) broad.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 3);
  const made = new jolt.JoltInterface(settings), system = made.GetPhysicsSystem();
  const options = system.GetPhysicsSettings();
  options.mNumVelocitySteps = iterations;
  options.mNumPositionSteps = Math.max(2, iterations / 5);
  options.mAllowSleeping = false;
  system.SetPhysicsSettings(options);
  return { made, system };
}

const vec = (v) => new jolt.Vec3(...v);
const place = (v) => new jolt.RVec3(...v);

function shape_of(body) {
  if (!body.shape) return new jolt.SphereShape(0.05);
  const [kind, ...sizes] = body.shape;
  return kind === 'box' ? new jolt.BoxShape(vec(sizes.map((side) => side / 2)), 0) : new jolt.SphereShape(sizes[0]);
}

function add(bodies, body, mu) {
  const [w, x, y, z] = body.quaternion;
  const settings = new jolt.BodyCreationSettings(shape_of(body), place(body.position), new jolt.Quat(x, y, z, w),
    jolt.EMotionType_Dynamic, body.shape ? kSolid : kGhost);
  Object.assign(settings, { mFriction: mu, mRestitution: 0, mLinearDamping: 0, mAngularDamping: 0, mAllowSleeping: false,
    mApplyGyroscopicForce: true, mMaxLinearVelocity: 1e6, mMaxAngularVelocity: 1e6,
    mLinearVelocity: vec(body.velocity), mAngularVelocity: vec(body.omega) });
  settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
  const mass = settings.mMassPropertiesOverride;
  mass.mMass = body.mass;
  mass.mInertia = jolt.Mat44.prototype.sScaleVec3(vec(body.inertia));
  settings.mMassPropertiesOverride = mass;
  const made = bodies.CreateBody(settings);
  bodies.AddBody(made.GetID(), jolt.EActivation_Activate);
  return made;
}

function hinge(system, joint, a, b) {
  const settings = new jolt.HingeConstraintSettings();
  settings.mSpace = jolt.EConstraintSpace_WorldSpace;
  settings.mPoint1 = place(joint.anchor);
  settings.mPoint2 = place(joint.anchor);
  settings.mHingeAxis1 = settings.mHingeAxis2 = vec(joint.axis);
  settings.mNormalAxis1 = settings.mNormalAxis2 = vec([1, 0, 0]);
  system.AddConstraint(settings.Create(b, a));
}

function make(scene, dt, { iterations = 10 }) {
  const { made, system } = physics(iterations), bodies = system.GetBodyInterface();
  system.SetGravity(vec(scene.gravity));
  if (scene.ground) {
    const settings = new jolt.BodyCreationSettings(new jolt.BoxShape(vec([200, 200, 1]), 0), place([0, 0, -1]),
      new jolt.Quat(0, 0, 0, 1), jolt.EMotionType_Static, kGround);
    settings.mFriction = scene.mu;
    bodies.AddBody(bodies.CreateBody(settings).GetID(), jolt.EActivation_DontActivate);
  }
  const all = new Map(scene.bodies.map((body) => [body.name, add(bodies, body, scene.mu)]));
  const world = jolt.JoltInterface.prototype.sGetFixedToWorldBody?.() ?? jolt.Body.prototype.sFixedToWorld;
  for (const joint of scene.joints) hinge(system, joint, all.get(joint.a), all.get(joint.b) ?? world);
  return {
    step: () => made.Step(dt, 1),
    states: () => [...all.values()].map((body) => {
      const read = (v) => [v.GetX(), v.GetY(), v.GetZ()];
      const position = read(body.GetPosition()), turn = body.GetRotation(), w = turn.GetW();
      const rotation = read(turn), velocity = read(body.GetLinearVelocity());
      return [...position, w, ...rotation, ...velocity, ...read(body.GetAngularVelocity())];
    }),
  };
}

serve(make, version(name));
