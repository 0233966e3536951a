import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { TurnTimes, turnBounds, turnTimesMemory } from "./turn-times.ts";

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

test("the waiting time starts at the first request, the holding time ends at the release, and a new thread adds to both", async () => {
  const memory = turnTimesMemory();
  const connection = {};
  const turns = new TurnTimes(memory);
  turns.asked(connection);
  await pause(20);
  turns.asked(connection);
  turns.begun(connection);
  turns.ended();
  const successor = new TurnTimes(memory);
  successor.begun(connection); // without a request there is no waiting time
  await pause(20);
  successor.ended();
  const wait = successor.read("wait");
  const hold = successor.read("hold");
  expect([wait, hold].map(({ counts }) => counts.length)).toEqual(Array(2).fill(turnBounds.length + 1));
  expect([total(wait.counts), total(hold.counts)]).toEqual([2, 2]);
  expect(wait.seconds).toBeGreaterThan(0.015);
  expect(wait.counts[0]).toBe(1);
  expect(hold.seconds).toBeGreaterThan(0.015);
});
