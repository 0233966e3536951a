import { useRef } from "react";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { formatCount } from "#web/lib/format.ts";

/** How many messages had been settled at which time, in milliseconds. */
export type Sample = { at: number; done: number };

const windowMs = 30_000;

/** Samples after another one: only the last half minute counts, so that the rate follows what happens now. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** Messages a second; null as long as nothing can be said. */
export function sendRate(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 1_000 || last.done <= first.done) return null;
  return ((last.done - first.done) * 1_000) / (last.at - first.at);
}

/** "12,5 e-mails par seconde", "30 emails par minute": a slow rate is given per minute. */
export function formatRate(perSecond: number): string {
  const [value, unit] = perSecond >= 1 ? [perSecond, "seconde"] : [perSecond * 60, "minute"];
  const rounded = value.toLocaleString("fr-FR", { maximumFractionDigits: value < 10 ? 1 : 0 });
  return `${rounded} ${value < 2 ? "e-mail" : "e-mails"} par ${unit}`;
}

/** "environ 2 minutes": never more exact than it can be. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return "quelques secondes";
  if (seconds < 60) return `environ ${Math.ceil(seconds / 10) * 10} secondes`;
  if (seconds < 3_600) return `environ ${formatCount(Math.ceil(seconds / 60), "minute")}`;
  if (seconds < 172_800) return `environ ${formatCount(Math.ceil(seconds / 3_600), "heure")}`;
  return `environ ${formatCount(Math.ceil(seconds / 86_400), "jour")}`;
}

/** Messages a second while it runs; a pause restarts the measurement. */
export function useSendRate({ id, status, sent, failed }: Campaign): number | null {
  const measured = useRef<{ of: string; samples: Sample[] }>({ of: "", samples: [] });
  const of = `${id} ${status}`;
  if (measured.current.of !== of) measured.current = { of, samples: [] };
  const done = sent + failed;
  if (measured.current.samples.at(-1)?.done !== done) {
    measured.current.samples = addSample(measured.current.samples, { at: performance.now(), done });
  }
  return sendRate(measured.current.samples);
}

/** "dans 12 s", "dans 4 min 05 s": what is left until a moment, which may have passed on this clock. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds <= 0) return "dans un instant";
  if (seconds < 60) return `dans ${seconds} s`;
  return `dans ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
