import { expect, test, vi } from "vitest";
import { countPassage } from "./visit-source.ts";

test("each step of a visit is counted once, with the source and without data about the visitor", async () => {
  const sendBeacon = vi.fn((_path: string, _body: Blob) => true);
  vi.stubGlobal("navigator", { sendBeacon, userAgent: "Mozilla/5.0" });
  vi.stubGlobal("location", { href: "https://tenue.example/?utm_source=Lettre&fbclid=secret" });
  vi.stubGlobal("document", { referrer: "" });
  countPassage("view");
  for (const step of ["open", "open", "start", "view"] as const) countPassage(step, "brand");
  const sent = sendBeacon.mock.calls.map(async ([path, body]) => [
    path,
    body.type,
    JSON.parse(await body.text()),
  ]);
  const source = "utm_source=lettre";
  expect(await Promise.all(sent)).toEqual([
    ["/api/passages", "application/json", { step: "view", source }],
    ["/api/passages", "application/json", { step: "open", audience: "brand", source }],
    ["/api/passages", "application/json", { step: "start", audience: "brand", source }],
  ]);
  vi.unstubAllGlobals();
});
