import { expect, test } from "vitest";
import { areaOfSector, sectorAt, sectorsOf } from "./answers-doughnut.tsx";

const answers = [3, 1].map((count, index) => ({ answer: `${index}`, count, percentage: count * 25 }));
const ring = { sectors: sectorsOf(answers), middle: { x: 100, y: 100 }, inner: 50, outer: 90 };

test("the ring begins at the top and goes clockwise, in the order of the answers", () => {
  const turns = ring.sectors.map(({ startAngle, endAngle }) =>
    [startAngle, endAngle].map((one) => one / Math.PI),
  );
  expect(turns).toEqual([
    [0, 1.5],
    [1.5, 2],
  ]);
});

test.each([
  ["at the right", { x: 170, y: 100 }, 0],
  ["at the bottom", { x: 100, y: 170 }, 0],
  ["at the upper left", { x: 50, y: 50 }, 1],
  ["in the hole", { x: 110, y: 100 }, null],
  ["beside the ring", { x: 195, y: 100 }, null],
])("sectorAt finds the sector at a point %s", (_, place, index) => {
  expect(sectorAt(place, ring)).toBe(index);
});

test("a single answer fills the whole ring, and no answers give no sector", () => {
  expect(sectorAt({ x: 30, y: 100 }, { ...ring, sectors: sectorsOf(answers.slice(0, 1)) })).toBe(0);
  expect(sectorAt({ x: 30, y: 100 }, { ...ring, sectors: [] })).toBeNull();
});

test("the area of a sector is the box around its corners and outermost points", () => {
  const area = areaOfSector(ring.sectors[0], ring);
  expect(Object.values(area).map(Math.round)).toEqual([10, 190, 10, 190]);
  const last = areaOfSector(ring.sectors[1], ring);
  expect(Object.values(last).map(Math.round)).toEqual([10, 100, 10, 100]);
});
