import type { JournalEntry, JournalQuery } from "#contract/journal.schema.ts";
import type { FakeAnswers } from "./fake-api.ts";

const pageSize = 50;

/** Entry number `id` of the journal: a brand's sign-up that was approved, `id` minutes after noon in Paris. */
export function journalEntry(id: number, changes: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id,
    at: new Date(Date.UTC(2026, 9, 13, 10, id)).toISOString(),
    actor: "claire@tenue.example",
    action: "signup.approved",
    subject: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    details: { audience: "brand" },
    ...changes,
  };
}

/** `count` entries, newest first. */
export const journalEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => journalEntry(count - index));

/** The journal's call on entries in memory, with the filters of action and actor and the cursor. `queries` lists the calls. */
export function fakeJournal(entries: readonly JournalEntry[]) {
  const queries: JournalQuery[] = [];
  const answers: FakeAnswers = {
    "GET /api/admin/journal": ({ query }) => {
      const { action, actor, before } = query as JournalQuery;
      queries.push(query as JournalQuery);
      const matching = entries
        .filter((entry) => action === undefined || entry.action === action)
        .filter((entry) => actor === undefined || entry.actor === actor.toLowerCase())
        .filter(({ id }) => before === undefined || id < Number(before));
      const items = matching.slice(0, pageSize);
      return { items, nextBefore: matching.length > pageSize ? (items.at(-1)?.id ?? null) : null };
    },
  };
  return { answers, queries };
}
