import type { Campaign, CampaignList } from "#contract/campaigns.schema.ts";
import type { Dashboard } from "#contract/dashboard.schema.ts";
import type { ShieldReport } from "#contract/shield.schema.ts";
import type { Overview } from "#contract/stats.schema.ts";
import { fillDays } from "#contract/stats.ts";
import type { FakeAnswers, FakeCall } from "./fake-api.ts";

/** The last day of the overview. */
const today = "2026-11-21";
const firstDay = "2026-11-08";

/** An overview of two users and a brand, who signed up today and are decided. */
function overview(changes: Partial<Overview> = {}): Overview {
  return {
    users: { total: 2, pending: 0, approved: 2, invited: 0, redeemed: 0 },
    brands: { total: 1, pending: 0, approved: 1, invited: 0, redeemed: 0 },
    questionCount: 3,
    totalResponses: 1,
    days: fillDays([{ day: today, total: 3, user: 2, brand: 1 }], firstDay, today),
    waiting: [],
    ...changes,
  };
}

/** A calm shield, not forced. */
export function shieldReport(changes: Partial<ShieldReport> = {}): ShieldReport {
  return {
    enabled: true,
    state: "calm",
    forced: null,
    measured: "calm",
    since: "2026-11-21T08:00:00.000Z",
    perMinute: { accepted: 0, refused: 0, sent: 0 },
    refusedBy: { rate: 0, token: 0, proof: 0, robot: 0 },
    thresholds: { raised: { accepted: 30, attempts: 60 }, attack: { accepted: 120, attempts: 300 } },
    ...changes,
  };
}

/** A campaign that sent 400 messages and ended. */
export function finishedCampaign(changes: Partial<Campaign> = {}): Campaign {
  return {
    id: "00000000-0000-4000-8000-0000000000c1",
    subject: "Hiver",
    recipientType: "user",
    statusFilter: "all",
    segmentId: null,
    segmentName: null,
    status: "completed",
    kind: "news",
    reason: null,
    simulated: false,
    total: 400,
    sent: 400,
    failed: 0,
    cancelled: 0,
    skipped: 0,
    bounced: 0,
    unsubscribed: 0,
    complained: 0,
    pausedReason: null,
    nextAttemptAt: null,
    resendOf: null,
    version: 1,
    updatedBy: null,
    updatedAt: null,
    createdBy: "claire@tenue.example",
    createdAt: "2026-11-20T08:00:00.000Z",
    scheduledAt: null,
    startedAt: "2026-11-20T08:00:00.000Z",
    finishedAt: "2026-11-20T09:30:00.000Z",
    ...changes,
  };
}

const noCampaigns = { draft: 0, scheduled: 0, running: 0, done: 0 };

const quietParts: FakeAnswers = {
  "GET /api/admin/shield": () => shieldReport(),
  "GET /api/admin/campaigns": () => ({ items: [], counts: noCampaigns, next: null }),
  "GET /api/admin/email/hold": () => ({ hold: null }),
  "GET /api/admin/to-do": () => ({ rows: [] }),
  "GET /api/admin/samples": () => ({ users: 0, brands: 0, mayAdd: false }),
};

/** Adds the dashboard's call, which combines the answers of the parts' fakes. A part whose fake refuses is absent. */
export function withDashboard(parts: FakeAnswers, changes: Partial<Overview> = {}): FakeAnswers {
  const read = async (call: FakeCall, query = {}) => {
    const answer: unknown = await parts[call]?.({ query } as never);
    return answer instanceof Response ? undefined : answer;
  };
  const listCampaigns = (group: string) =>
    read("GET /api/admin/campaigns", { group }) as Promise<CampaignList | undefined>;
  const compose = async () => {
    const [running, done] = [await listCampaigns("running"), await listCampaigns("done")];
    return {
      overview: overview(changes),
      toDo: await read("GET /api/admin/to-do"),
      samples: await read("GET /api/admin/samples"),
      hold: await read("GET /api/admin/email/hold"),
      shield: await read("GET /api/admin/shield"),
      sending: running &&
        done && { running: running.items, scheduled: running.counts.scheduled, last: done.items[0] ?? null },
    } as Dashboard;
  };
  return { ...parts, "GET /api/admin/dashboard": compose };
}

/** All calls of the dashboard on an installation without open tasks. */
export const quietDashboard: FakeAnswers = withDashboard(quietParts);
