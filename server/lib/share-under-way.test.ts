import { expect, test } from "vitest";
import { shareUnderWay } from "./share-under-way.ts";

test("concurrent callers share one result, later callers ask again, also after a failure", async () => {
  const answers: (() => Promise<string>)[] = [
    async () => "first",
    () => Promise.reject(new Error("away")),
    async () => "third",
  ];
  const ask = shareUnderWay(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(["first", "first", "first"]);
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  expect(await ask()).toBe("third");
});
