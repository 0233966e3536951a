import { ApiFailure } from "#web/lib/api.ts";

/** What the server refuses keeps the reason it gave; of anything else that went wrong the screen tells in its own words. */
export function tellFailure(error: Error | null, sentence: string): Error | null {
  if (!error) return null;
  const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  return refused ? error : new Error(sentence);
}
