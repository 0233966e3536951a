import { messages } from "#contract/errors.ts";
import { ApiFailure, unwrap } from "./api.ts";

type StreamedAnswer = {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
  body: ReadableStream<Uint8Array> | null;
};

/**
 * The events of a response that is streamed as text/event-stream. Each event is a JSON value.
 * @throws ApiFailure as `unwrap` does, also when the stream is interrupted
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

const reopenMs = 2_000;

type Followed<Event> = {
  open: () => Promise<StreamedAnswer>;
  onEvent: (event: Event) => void;
  /** Called when the server answered but refused the stream. */
  onRefused: () => void;
  /** Ends the stream. */
  signal: AbortSignal;
};

/** Reads a stream until the listener stops. A stream that ends, is cut or refused is opened again a little later. */
export async function followEvents<Event>({ open, onEvent, onRefused, signal }: Followed<Event>) {
  while (!signal.aborted) {
    try {
      for await (const event of unwrapEvents<Event>(open())) onEvent(event);
    } catch (error) {
      const cut = error instanceof ApiFailure && error.status === 0;
      if (!cut && !signal.aborted) onRefused();
    }
    await pause(reopenMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}

/** The `data` of one block of a stream; empty for comments that only keep the connection open. */
function eventData(block: string): string {
  return block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trimStart())
    .join("\n");
}

/** Iterates a stream with a reader, because not every browser supports `for await` on streams. */
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
