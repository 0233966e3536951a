import { expect, test } from "vitest";
import { unwrapEvents } from "./event-stream.ts";

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

test("no answer at all is an unavailable service", async () => {
  await expect(Array.fromAsync(unwrapEvents(Promise.reject(new TypeError("down"))))).rejects.toMatchObject({
    status: 0,
    code: "unavailable",
  });
});
