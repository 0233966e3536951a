import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BounceEnvelope } from "../sending/bounce-envelope.ts";

/** The id of the message that the samples report. */
export const sampleLogId = "5f0e7c62-8f3a-4f0b-9d51-2b6f3a1c7e90";

const samples = ["postfix", "exchange", "gmail", "exim", "utf8", "arf", "delayed", "auto-reply"] as const;
export type Sample = (typeof samples)[number];

const read = (name: Sample) => readFileSync(join(import.meta.dirname, "samples", `${name}.eml`), "utf8");

/**
 * Returns a report as this kind of server writes it.
 * @param of the reported message, by default the sample's own; with an envelope, its signed address is inserted
 */
export function bounceSample(name: Sample, of: { logId?: string; envelope?: BounceEnvelope } = {}): string {
  const { logId = sampleLogId, envelope } = of;
  const signed = envelope?.address("rebonds@tenue.example", logId) ?? "";
  const signature = /\.([a-z2-7]{8})@/.exec(signed)?.[1] ?? "aaaaaaaa";
  return read(name)
    .replaceAll(sampleLogId, logId)
    .replaceAll("SIGNATUR", signature)
    .replace(/^(Message-I[dD]: <)(?!.*@tenue\.example)/gm, `$1${logId.slice(0, 8)}.`);
}
