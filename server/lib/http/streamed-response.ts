/** Resolves to true while the client of the stream is authorised. */
export type StreamGuard = () => Promise<boolean>;

/** How often the guard is asked, also while no data flow: a client that lost access can read for at most five more seconds. */
const guardIntervalMs = 4_000;

const encoder = new TextEncoder();

/**
 * A stream of text that is only made as fast as the client reads it. The generator ends (its `finally` runs) at the next part, even an
 * empty one, when the client disconnects or loses access. When the guard refuses or the generator throws, the connection breaks off, so
 * that the client does not mistake a part for the whole.
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

/** An answer of server-sent events, each in the form of `eventLines`. */
export function eventStreamResponse(
  lines: AsyncGenerator<string, void>,
  isStillAllowed: StreamGuard,
): Response {
  return new Response(textStream(lines, isStillAllowed), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Without this header some proxies hold the events back until the answer is complete.
      "x-accel-buffering": "no",
    },
  });
}

/** The events of work that runs while its answer is read: `data: <json>` and an empty line for each. */
export async function* eventLines(events: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
}
