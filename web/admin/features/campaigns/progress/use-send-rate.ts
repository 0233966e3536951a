import { useRef } from "react";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { addSample, type Sample, sendRate } from "./send-rate.ts";

/** Messages a second while it runs; a pause starts the measure anew. */
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
