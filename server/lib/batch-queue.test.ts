import { expect, test } from "vitest";
import { BatchQueue, QueueFullError } from "./batch-queue.ts";

class DownError extends Error {}

function createQueue(values: Partial<ConstructorParameters<typeof BatchQueue<string, string>>[0]> = {}) {
  const batches: string[][] = [];
  const queue = new BatchQueue<string, string>({
    async store(items) {
      batches.push(items);
      return items.map((item) => item.toUpperCase());
    },
    concernsAll: (error) => error instanceof DownError,
    weightOf: (item) => item.length,
    batchSize: 4,
    batchWeight: 100,
    parallelBatches: 1,
    capacity: 100,
    capacityWeight: 1_000,
    ...values,
  });
  return { queue, batches };
}

test("concurrent items are grouped into batches, and each gets its own outcome", async () => {
  const { queue, batches } = createQueue();
  const outcomes = await Promise.all(["a", "b", "c", "d", "e"].map((item) => queue.add(item)));
  expect(outcomes).toEqual(["A", "B", "C", "D", "E"]);
  expect(batches).toEqual([["a", "b", "c", "d"], ["e"]]);
});

test("a batch is bounded by weight, but takes at least one item", async () => {
  const { queue, batches } = createQueue({ batchWeight: 5 });
  await Promise.all(["xxxxxxxx", "aa", "bb", "cc"].map((item) => queue.add(item)));
  expect(batches).toEqual([["xxxxxxxx"], ["aa", "bb"], ["cc"]]);
});

test("one bad item does not fail the other items of its batch", async () => {
  const { queue } = createQueue({
    async store(items) {
      if (items.includes("bad")) throw new Error("bad item");
      return items;
    },
  });
  const outcomes = await Promise.allSettled(["a", "bad", "b"].map((item) => queue.add(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("an error that concerns all items rejects all of them, without trying them one by one", async () => {
  let tries = 0;
  const { queue } = createQueue({
    async store() {
      tries += 1;
      throw new DownError("down");
    },
  });
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((item) => queue.add(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(tries).toBe(1);
});

test("a full queue refuses further items immediately", async () => {
  const { queue } = createQueue({ capacity: 2, capacityWeight: 10 });
  const accepted = [queue.add("a"), queue.add("b")];
  await expect(queue.add("c")).rejects.toBeInstanceOf(QueueFullError);
  expect(await Promise.all(accepted)).toEqual(["A", "B"]);
  await expect(queue.add("x".repeat(11))).rejects.toBeInstanceOf(QueueFullError);
  expect(await queue.add("d")).toBe("D");
});

test("the number of concurrent batches is limited", async () => {
  let running = 0;
  let most = 0;
  const { queue } = createQueue({
    batchSize: 1,
    parallelBatches: 2,
    async store(items) {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return items;
    },
  });
  await Promise.all(Array.from({ length: 10 }, (_, index) => queue.add(String(index))));
  expect(most).toBe(2);
});
