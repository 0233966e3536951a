import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followEvents, unwrapEvents } from "./event-stream.ts";

const encoder = new TextEncoder();

function streamOf(...chunks: (string | Uint8Array)[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

test("events arrive whole, wherever the network cuts them", async () => {
  const bytes = encoder.encode('data: {"name":"Zoé"}\n\ndata: {"name":"Léo"}\n\n');
  const cut = bytes.indexOf(0xc3) + 1; // in the middle of the é
  const answer = streamOf(": open\n\n", bytes.slice(0, cut), bytes.slice(cut));
  expect(await Array.fromAsync(unwrapEvents(Promise.resolve(answer)))).toEqual([
    { name: "Zoé" },
    { name: "Léo" },
  ]);
});

test("a refused call throws the server's message instead of yielding events", async () => {
  const refusal = Response.json({ error: { code: "forbidden", message: "Non." } }, { status: 403 });
  await expect(Array.fromAsync(unwrapEvents(Promise.resolve(refusal)))).rejects.toMatchObject({
    status: 403,
    message: "Non.",
  });
});

test("a missing response counts as an unavailable service", async () => {
  await expect(Array.fromAsync(unwrapEvents(Promise.reject(new TypeError("down"))))).rejects.toMatchObject({
    status: 0,
    code: "unavailable",
  });
});

describe("a stream that is followed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function follow(...answers: (() => Promise<Response>)[]) {
    const listening = new AbortController();
    const received: unknown[] = [];
    const open = vi.fn(() => (answers.shift() ?? (() => Promise.resolve(streamOf())))());
    const onRefused = vi.fn();
    const ended = followEvents({
      open,
      onRefused,
      onEvent: (event) => received.push(event),
      signal: listening.signal,
    });
    return { received, open, onRefused, ended, stop: () => listening.abort() };
  }
  const sends = (data: string) => async () => streamOf(`event: campaign\ndata: ${data}\n\n`);

  test("the stream is opened again when it ends or cannot be reached, and onRefused is not called", async () => {
    const { received, open, onRefused } = follow(
      sends("1"),
      () => Promise.reject(new TypeError("down")),
      sends("2"),
    );
    await vi.advanceTimersByTimeAsync(1_900);
    expect([received, open.mock.calls.length]).toEqual([[1], 1]);
    await vi.advanceTimersByTimeAsync(2_200);
    expect([received, open.mock.calls.length]).toEqual([[1, 2], 3]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  test("the stream reports a refusal and reconnects", async () => {
    const { received, onRefused } = follow(async () => new Response(null, { status: 503 }), sends("1"));
    await vi.advanceTimersByTimeAsync(2_100);
    expect([received, onRefused.mock.calls.length]).toEqual([[1], 1]);
  });

  test("the stream is not opened again after the listener has stopped", async () => {
    const { open, ended, stop } = follow(sends("1"));
    await vi.advanceTimersByTimeAsync(100);
    stop();
    await ended;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(open).toHaveBeenCalledTimes(1);
  });
});
