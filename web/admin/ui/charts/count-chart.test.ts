import { expect, test } from "vitest";
import { countPlot, countTicks, labelEvery } from "./count-chart.tsx";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [999, [0, 500, 1000]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])("the ticks for a highest count of %i are whole, round, and reach it", (highest, ticks) => {
  expect(countTicks(highest)).toEqual(ticks);
});

const size = { width: 422, height: 136, textSize: 13, labelWidth: 0, highest: 4 };

test("the points of a line go from edge to edge, and each bar has a band", () => {
  const line = countPlot({ ...size, points: 5, spread: "edges" });
  expect([0, 4].map(line.x)).toEqual([line.left, line.right]);
  const bars = countPlot({ ...size, points: 5, spread: "bands" });
  expect([0, 4].map(bars.x)).toEqual([bars.left + bars.step / 2, bars.right - bars.step / 2]);
  expect([0, 4].map(bars.y)).toEqual([bars.bottom, bars.top]);
});

test("a single point of a chart is drawn in the middle", () => {
  const { left, right, x, pointAt } = countPlot({ ...size, points: 1, spread: "edges" });
  expect(x(0)).toBe((left + right) / 2);
  expect(pointAt({ x: left + 1, y: 50 })).toBe(0);
});

test("pointAt finds the nearest point, and none outside the plot", () => {
  const { left, right, step, bottom, pointAt } = countPlot({ ...size, points: 5, spread: "edges" });
  expect(pointAt({ x: left + 0.4 * step, y: 50 })).toBe(0);
  expect(pointAt({ x: left + 0.6 * step, y: 50 })).toBe(1);
  expect(pointAt({ x: right + 2, y: 50 })).toBe(4);
  expect(pointAt({ x: right + step, y: 50 })).toBeNull();
  expect(pointAt({ x: right, y: bottom + 5 })).toBeNull();
  expect(countPlot({ ...size, points: 0, spread: "bands" }).pointAt({ x: 50, y: 50 })).toBeNull();
});

test("labels under points are left out when they would overlap", () => {
  expect(labelEvery(60, 34)).toBe(1);
  expect(labelEvery(13, 34)).toBe(4);
});

test("the area of a point is that of its marker on a line, and its band in a bar chart", () => {
  const line = countPlot({ ...size, points: 5, spread: "edges" });
  expect(line.areaOf(2)).toMatchObject({ left: line.x(2) - 8, right: line.x(2) + 8 });
  const bars = countPlot({ ...size, points: 5, spread: "bands" });
  expect(bars.areaOf(0).right).toBe(bars.areaOf(1).left);
});
