import type { FakeApi } from "./fake-api.ts";

type Present = { api: FakeApi; hasLeft: () => boolean };

/** The fake API of the running test. */
let present: Present | null = null;

/** @param hasLeft whether the test has left the screen that it opened */
export function notePresent(api: FakeApi, hasLeft: () => boolean = () => false): void {
  present = { api, hasLeft };
}

/**
 * Returns the unanswered calls of the running test and forgets them. A test that ends on another screen than it opened needs no
 * answers for that screen, because the screen may not have begun its calls yet.
 */
export function takeUnanswered(): string[] {
  const unanswered = present && !present.hasLeft() ? present.api.unanswered : [];
  present = null;
  return unanswered;
}
