import type { SourceRow, Sources } from "#contract/sources.schema.ts";
import type { FakeAnswers } from "./fake-api.ts";

const none = {
  views: 0,
  opened: 0,
  started: 0,
  signedUp: 0,
  confirmed: 0,
  approved: 0,
  invited: 0,
  redeemed: 0,
};
const row = (source: string | null, changes: Partial<SourceRow>): SourceRow => ({
  ...{ source, medium: "", campaign: "", ...none },
  ...changes,
});

/** Instagram by two media, direct visits, and a sign-up that is older than the recording of sources. */
export const someSources: Sources = {
  from: "2026-11-15",
  to: "2026-11-21",
  totals: {
    views: 1_000,
    opened: 400,
    started: 100,
    signedUp: 41,
    confirmed: 30,
    approved: 12,
    invited: 8,
    redeemed: 6,
  },
  items: [
    row("instagram", {
      ...{ medium: "story", campaign: "mai", views: 500, opened: 300, started: 80 },
      ...{ signedUp: 30, confirmed: 25, approved: 10, invited: 8, redeemed: 6 },
    }),
    row("direct", { views: 400, opened: 90, started: 15, signedUp: 8, confirmed: 4, approved: 2 }),
    row("instagram", { medium: "bio", views: 100, opened: 10, started: 5, signedUp: 2, confirmed: 1 }),
    row(null, { signedUp: 1 }),
  ],
  days: [
    { day: "2026-11-15", source: "direct", views: 400, signedUp: 8 },
    { day: "2026-11-21", source: "instagram", views: 600, signedUp: 32 },
    { day: "2026-11-21", source: null, views: 0, signedUp: 1 },
  ],
};

export const noSources: Sources = { ...someSources, totals: none, items: [], days: [] };

export function fakeSources(sources = someSources): FakeAnswers {
  return { "GET /api/admin/sources": () => sources };
}
