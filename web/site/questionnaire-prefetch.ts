import type { Audience } from "#contract/audience.ts";

type Prefetched = { answer: Promise<Response>; askedAt: number; taken: boolean };

const prefetched: Partial<Record<Audience, Prefetched>> = {};

/** Half of the lifetime of a form's token. */
const keptMs = 60 * 60 * 1_000;

export function questionnairePath(audience: Audience): string {
  return `/api/questionnaire?audience=${audience}`;
}

/** Fetches the questions of an audience before the form opens. */
export function prefetchQuestionnaire(audience: Audience): void {
  const known = prefetched[audience];
  if (known && (known.taken || isFresh(known))) return;
  const answer = fetch(questionnairePath(audience));
  prefetched[audience] = { answer, askedAt: Date.now(), taken: false };
  answer.catch(() => {
    delete prefetched[audience]; // the form repeats the request and shows the error
  });
}

/** Returns the prefetched response once; null when there is none or it is too old. */
export function takePrefetchedQuestionnaire(audience: Audience): Promise<Response> | null {
  const known = prefetched[audience];
  if (!known || known.taken) return null;
  known.taken = true;
  return isFresh(known) ? known.answer : null;
}

function isFresh({ askedAt }: Prefetched): boolean {
  return Date.now() - askedAt < keptMs;
}
