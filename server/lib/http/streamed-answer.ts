const encoder = new TextEncoder();

/**
 * Text as a stream that is only made as fast as the client takes it. When the client goes away the generator is
 * ended (its `finally` runs); when the generator throws the connection breaks off, so that nobody takes a part for
 * the whole.
 */
export function textStream(parts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Events of a piece of work that is done while its answer is read: `data: <json>` and an empty line for each. */
export function eventStreamAnswer(events: AsyncGenerator<object, void>): Response {
  return new Response(textStream(eventLines(events)), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Without it some proxies hold the events back until the answer is complete.
      "x-accel-buffering": "no",
    },
  });
}

async function* eventLines(events: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
}
