import type { FakeApi } from "./fake-api.ts";

type Present = { api: FakeApi; hasLeft: () => boolean };

/** The fakes of the test that runs. */
let present: Present | null = null;

/** @param hasLeft whether the test has gone on to another screen than it opened */
export function notePresent(api: FakeApi, hasLeft: () => boolean = () => false): void {
  present = { api, hasLeft };
}

/**
 * The calls that the running test gave no answer for; then forgets them. A test that ends on another screen than it opened
 * needs no answers for that screen, which may or may not have begun to call by then.
 */
export function takeUnanswered(): string[] {
  const unanswered = present && !present.hasLeft() ? present.api.unanswered : [];
  present = null;
  return unanswered;
}
