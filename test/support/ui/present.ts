import type { FakeApi } from "./fake-api.ts";

/** The fakes of the test that runs. */
let present: FakeApi | null = null;

export function notePresent(api: FakeApi): void {
  present = api;
}

/** The calls that the running test gave no answer for; then forgets them. */
export function takeUnanswered(): string[] {
  const unanswered = present?.unanswered ?? [];
  present = null;
  return unanswered;
}
