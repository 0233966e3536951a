/** Whether the client of the stream is still authorised. */
export type StreamGuard = () => Promise<boolean>;

/** The guard is asked this often, also while nothing flows: a client that lost access reads on for at most five seconds. */
const guardIntervalMs = 4_000;

const encoder = new TextEncoder();

/**
 * Text as a stream that is only made as fast as the client takes it. When the client goes away, or may not have it any
 * more, the generator is ended (its `finally` runs) at the next part, even an empty one; when the guard refuses or the
 * generator throws the connection breaks off, so that the client does not take a part for the whole.
 */
export function textStream(
  parts: AsyncGenerator<string, void>,
  isStillAllowed: StreamGuard,
): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const finish = () => {
    isOver = true;
    clearInterval(timer);
  };
  const ensureAllowed = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const refusal = await isStillAllowed().then(
      (allowed) => (allowed ? null : new Error("the stream's reader is signed out")),
      (error: unknown) => error,
    );
    if (refusal === null || isOver) return;
    finish();
    controller.error(refusal);
    await parts.return();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => void ensureAllowed(controller), guardIntervalMs);
        timer.unref();
      },
      async pull(controller) {
        try {
          let next = await parts.next();
          while (next.value === "" && !isOver) next = await parts.next();
          if (isOver) return;
          if (!next.done) return controller.enqueue(encoder.encode(next.value));
          finish();
          controller.close();
        } catch (error) {
          finish();
          throw error;
        }
      },
      async cancel() {
        finish();
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** An answer of server-sent events, each as `eventLines` writes it. */
export function eventStreamAnswer(
  lines: AsyncGenerator<string, void>,
  isStillAllowed: StreamGuard,
): Response {
  return new Response(textStream(lines, isStillAllowed), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Without it some proxies hold the events back until the answer is complete.
      "x-accel-buffering": "no",
    },
  });
}

/** Events of a piece of work that is done while its answer is read: `data: <json>` and an empty line for each. */
export async function* eventLines(events: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
}
