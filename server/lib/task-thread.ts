import { parentPort, Worker } from "node:worker_threads";

/** The tasks of a thread by name. Inputs and results are structured clones. */
type Tasks = Record<string, (input: never) => unknown>;

/** The task took too much time or memory; its thread was ended. */
export class TaskTooHeavyError extends Error {
  override name = "TaskTooHeavyError";
}

/** The queue of waiting tasks is full. */
export class TaskQueueFullError extends Error {
  override name = "TaskQueueFullError";
}

export type TaskThread<Kinds extends Tasks> = {
  /** @throws TaskTooHeavyError, TaskQueueFullError, or the error of the task itself */
  run<Name extends keyof Kinds & string>(
    name: Name,
    input: Parameters<Kinds[Name]>[0],
  ): Promise<Awaited<ReturnType<Kinds[Name]>>>;
  /** Ends the thread immediately, also during a task. */
  close(): Promise<void>;
};

type Options = {
  /** A module that calls `answerTasks`. */
  entry: URL;
  /** The longest time of a task, in milliseconds. The start of the thread does not count. */
  limitMs: number;
  maxWaiting: number;
  /** Memory limit of the thread, in MiB. */
  memoryMb: number;
};

/**
 * Runs work that would block the event loop in a separate thread, one task after the other. The first task starts the
 * thread, also after the thread was ended. The thread does not keep the process alive.
 */
export function createTaskThread<Kinds extends Tasks>(options: Options): TaskThread<Kinds> {
  let thread: Promise<Worker> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function start(): Promise<Worker> {
    const starting = startThread(options);
    const forget = () => {
      if (thread === starting) thread = null;
    };
    starting.then((worker) => worker.once("exit", forget), forget);
    return starting;
  }

  async function perform(order: TaskOrder): Promise<unknown> {
    thread ??= start();
    const worker = await thread;
    try {
      return await answerOf(worker, order, options.limitMs);
    } catch (error) {
      if (!(error instanceof TaskFailedError)) thread = null;
      throw error;
    }
  }

  return {
    async run(name, input) {
      if (waiting >= options.maxWaiting) throw new TaskQueueFullError("too many tasks wait");
      waiting += 1;
      const turn = last.then(() => perform({ name, input }));
      last = turn.catch(() => undefined); // the caller receives the rejection
      return turn.finally(() => {
        waiting -= 1;
      }) as never;
    },
    async close() {
      const ending = thread;
      thread = null;
      await (await ending?.catch(() => null))?.terminate();
    },
  };
}

/** The task itself threw an error; its thread can continue. */
class TaskFailedError extends Error {
  override name = "TaskFailedError";
}

function startThread({ entry, memoryMb }: Options): Promise<Worker> {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  return new Promise((resolve, reject) => {
    // This listener stays: a thread can also fail between two tasks or while it ends, and an error without a listener ends the process.
    worker.on("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before it was ready")));
    worker.once("message", () => {
      worker.unref();
      resolve(worker);
    });
  });
}

/** Ends the thread when the answer is late. */
function answerOf(worker: Worker, order: TaskOrder, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      settle(() => reject(new TaskTooHeavyError(`${order.name} took longer than ${limitMs} ms`)));
      void worker.terminate();
    }, limitMs);
    const listeners = {
      message: (answer: TaskAnswer) =>
        settle(() =>
          "error" in answer ? reject(new TaskFailedError(answer.error)) : resolve(answer.result),
        ),
      error: (error: Error & { code?: string }) => {
        const isHeavy = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        settle(() => reject(isHeavy ? new TaskTooHeavyError(`${order.name} took too much memory`) : error));
      },
      exit: () => settle(() => reject(new Error(`the thread ended during ${order.name}`))),
    };
    const settle = (end: () => void) => {
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      worker.unref();
      end();
    };
    for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
    worker.ref();
    worker.postMessage(order);
  });
}

export type TaskOrder = { name: string; input: unknown };
export type TaskAnswer = { result: unknown } | { error: string };

/** The thread's side of `createTaskThread`: reports that it is ready, then answers one order after the other. */
export function answerTasks(tasks: Record<string, (input: never) => unknown>): void {
  parentPort?.on("message", async ({ name, input }: TaskOrder) => {
    parentPort?.postMessage(await answerTo(tasks[name], input));
  });
  parentPort?.postMessage("ready");
}

async function answerTo(task: ((input: never) => unknown) | undefined, input: unknown): Promise<TaskAnswer> {
  try {
    return { result: await task?.(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
