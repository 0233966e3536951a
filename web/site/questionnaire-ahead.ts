import type { Audience } from "#contract/audience.ts";

type Ahead = { answer: Promise<Response>; askedAt: number; taken: boolean };

const ahead: Partial<Record<Audience, Ahead>> = {};

/** Half of what the server lets a form's token live. */
const keptMs = 60 * 60 * 1_000;

export function questionnairePath(audience: Audience): string {
  return `/api/questionnaire?audience=${audience}`;
}

/** Asks for the questions of an audience when somebody is about to open the form, which then finds them there. */
export function askAhead(audience: Audience): void {
  const known = ahead[audience];
  if (known && (known.taken || isFresh(known))) return;
  const answer = fetch(questionnairePath(audience));
  ahead[audience] = { answer, askedAt: Date.now(), taken: false };
  answer.catch(() => {
    delete ahead[audience]; // the form asks again, and says what is wrong
  });
}

/** The answer to what was asked ahead: once, and null when it is too old or nothing was asked. */
export function takeAhead(audience: Audience): Promise<Response> | null {
  const known = ahead[audience];
  if (!known || known.taken) return null;
  known.taken = true;
  return isFresh(known) ? known.answer : null;
}

function isFresh({ askedAt }: Ahead): boolean {
  return Date.now() - askedAt < keptMs;
}
