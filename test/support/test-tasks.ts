/** Entry of the threads that the tests of `createTaskThread` start. */
import { answerTasks } from "#server/lib/task-thread.ts";

export const testTasks = {
  double: (value: number) => value * 2,
  fail: (message: string): never => {
    throw new Error(message);
  },
  hang: (_: null): never => {
    for (;;);
  },
  fillMemory: (_: null): never => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, Math.random));
  },
  failAfterwards: (_: null): string => {
    setTimeout(() => {
      throw new Error("after the answer");
    });
    return "answered";
  },
  exit: (_: null): never => process.exit(0),
};

answerTasks(testTasks);
