/** Angles in degrees from straight down, positive forward. The angles of knees and elbows are relative to thigh and upper arm. */
export interface Pose {
  lean: number;
  nod: number;
  nearLeg: readonly [thigh: number, knee: number];
  farLeg: readonly [thigh: number, knee: number];
  nearArm: readonly [upper: number, elbow: number];
  farArm: readonly [upper: number, elbow: number];
}

/** Proportions in units of a figure about 1000 high. */
export interface Build {
  shoulder: number;
  waist: number;
  hip: number;
  /** Thickness of limbs, 1 for a slender figure. */
  girth: number;
  leg: number;
  torso: number;
  head: number;
}

export const slender: Build = { shoulder: 62, waist: 44, hip: 54, girth: 1, leg: 1, torso: 1, head: 1 };

export interface Spot {
  x: number;
  y: number;
}

export interface Leg {
  hip: Spot;
  knee: Spot;
  ankle: Spot;
  /** Direction of the shin, in degrees from straight down. */
  shin: number;
}

export interface Arm {
  shoulder: Spot;
  elbow: Spot;
  wrist: Spot;
  fore: number;
}

export interface Skeleton {
  neck: Spot;
  head: Spot;
  pelvis: Spot;
  waist: Spot;
  nearLeg: Leg;
  farLeg: Leg;
  nearArm: Arm;
  farArm: Arm;
  lean: number;
  nod: number;
  build: Build;
}

const rad = (degrees: number) => (degrees * Math.PI) / 180;

function reach(from: Spot, angle: number, length: number): Spot {
  return { x: from.x + Math.sin(rad(angle)) * length, y: from.y + Math.cos(rad(angle)) * length };
}

function bendLeg(hip: Spot, [thigh, knee]: readonly [number, number], scale: number): Leg {
  const middle = reach(hip, thigh, 252 * scale);
  return { hip, knee: middle, ankle: reach(middle, thigh - knee, 236 * scale), shin: thigh - knee };
}

function bendArm(shoulder: Spot, [upper, elbow]: readonly [number, number], scale: number): Arm {
  const middle = reach(shoulder, upper, 148 * scale);
  return { shoulder, elbow: middle, wrist: reach(middle, upper + elbow, 138 * scale), fore: upper + elbow };
}

/** Places the body with its feet on y = 0, facing right in three-quarter view. */
export function pose(angles: Pose, build: Build = slender): Skeleton {
  const { lean, nod } = angles;
  const pelvis = { x: 0, y: 0 };
  const nearLeg = bendLeg({ x: -build.hip * 0.3, y: 4 }, angles.nearLeg, build.leg);
  const farLeg = bendLeg({ x: build.hip * 0.34, y: 0 }, angles.farLeg, build.leg);
  const drop = -Math.max(nearLeg.ankle.y, farLeg.ankle.y) - 20;
  const neck = reach(pelvis, 180 - lean, 268 * build.torso);
  const nearShoulder = { x: neck.x - build.shoulder * 0.86, y: neck.y + 34 };
  const farShoulder = { x: neck.x + build.shoulder * 0.72, y: neck.y + 30 };
  const skeleton: Skeleton = {
    neck,
    head: reach(neck, 180 - lean - nod, 75),
    pelvis,
    waist: reach(pelvis, 180 - lean, 96 * build.torso),
    nearLeg,
    farLeg,
    nearArm: bendArm(nearShoulder, angles.nearArm, build.torso),
    farArm: bendArm(farShoulder, angles.farArm, build.torso),
    lean,
    nod,
    build,
  };
  return lower(skeleton, drop);
}

function lower(s: Skeleton, dy: number): Skeleton {
  const move = (p: Spot): Spot => ({ x: p.x, y: p.y + dy });
  const leg = (l: Leg): Leg => ({ ...l, hip: move(l.hip), knee: move(l.knee), ankle: move(l.ankle) });
  const arm = (a: Arm): Arm => ({
    ...a,
    shoulder: move(a.shoulder),
    elbow: move(a.elbow),
    wrist: move(a.wrist),
  });
  return {
    ...s,
    neck: move(s.neck),
    head: move(s.head),
    pelvis: move(s.pelvis),
    waist: move(s.waist),
    nearLeg: leg(s.nearLeg),
    farLeg: leg(s.farLeg),
    nearArm: arm(s.nearArm),
    farArm: arm(s.farArm),
  };
}

/** A pose of a walk; the phase from 0 to 1 is one whole cycle of both feet. */
export function stride(phase: number, reachOut = 1): Pose {
  const swing = Math.sin(phase * Math.PI * 2);
  const lift = (p: number) => Math.max(0, Math.cos(p * Math.PI * 2));
  const near = 24 * swing * reachOut;
  return {
    lean: 3,
    nod: -2,
    nearLeg: [near + 3, 6 + 34 * lift(phase) + Math.max(0, -swing) * 12],
    farLeg: [-near + 3, 6 + 34 * lift(phase + 0.5) + Math.max(0, swing) * 12],
    nearArm: [-22 * swing * reachOut - 4, 16 + 8 * Math.max(0, -swing)],
    farArm: [22 * swing * reachOut - 2, 18],
  };
}
