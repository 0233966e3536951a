import { messages } from "#contract/errors.ts";
import { ApiFailure, unwrap } from "./api.ts";

type StreamedAnswer = {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
  body: ReadableStream<Uint8Array> | null;
};

/**
 * The events of an answer that is streamed as text/event-stream, each a JSON value.
 * @throws ApiFailure as `unwrap` does, also when the stream breaks off in the middle
 */
export async function* unwrapEvents<Event>(call: Promise<StreamedAnswer>): AsyncGenerator<Event> {
  const answer = await call.catch(() => null);
  if (!answer?.ok || !answer.body) {
    await unwrap(answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no answer")));
    return;
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(answer.body)) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = eventData(block);
      if (data !== "") yield JSON.parse(data) as Event;
    }
  }
}

/** The `data` of one block of a stream; empty for comments that only keep the line open. */
export function eventData(block: string): string {
  return block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trimStart())
    .join("\n");
}

/** Not every browser can iterate a stream by itself. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read().catch(() => {
        throw new ApiFailure(0, { code: "unavailable", message: messages.unavailable });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
