import type { Encoding } from "./load-web-files.ts";

/**
 * The packed form to send: brotli before gzip, when the client takes it and it exists.
 * @param header Accept-Encoding as it came
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | null {
  const refusedOrTaken = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return [name.trim(), Number(quality ?? 1) > 0];
    }),
  );
  const takes = (encoding: Encoding) => refusedOrTaken.get(encoding) ?? refusedOrTaken.get("*") ?? false;
  return (
    (["br", "gzip"] as const).find((encoding) => available.includes(encoding) && takes(encoding)) ?? null
  );
}

/** True when the client holds this very representation already. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Parses a single byte range.
 * @returns null when the whole file is to be sent (no range, several, or an unknown form), "unsatisfiable" when it lies outside
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  if (last !== "" && Number(last) < start) return null;
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
