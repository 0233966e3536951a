import { expect } from "vitest";
import type { z } from "zod";
import type { BulkEvent, bulkSchema, DecidedSignup } from "#contract/decisions.schema.ts";
import type { EmailTemplate } from "#contract/email.schema.ts";
import type { QuestionList } from "#contract/questionnaire.schema.ts";
import type { SavedView } from "#contract/saved-views.schema.ts";
import type { ListedSignup, SignupDetail, SignupList, SignupSummary } from "#contract/signup-list.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";
import { storedSettings } from "./mail-fake.ts";

type Stored = SignupSummary &
  Pick<SignupDetail, "answers" | "source" | "invitation" | "starred" | "note" | "referral">;

const pageSize = 10;
const undoMs = 30_000;
const minuteMs = 60_000;
/** The time of the first read of the sign-ups in a test. */
const firstReadAt = Date.UTC(2026, 1, 1);
export const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** A pending sign-up, named after its index: "N000 Martin" is the newest. */
export function signup(index: number, changes: Partial<Stored> = {}): Stored {
  const number = String(index).padStart(3, "0");
  return {
    id: idOf(index),
    firstname: `N${number}`,
    name: "Martin",
    email: `n${number}@exemple.fr`,
    website: null,
    status: "pending",
    createdAt: new Date(Date.UTC(2026, 0, 31, 12) - index * minuteMs).toISOString(),
    duplicateOf: null,
    disposableEmail: false,
    confirmedAt: "2026-01-31T13:00:00.000Z",
    sample: false,
    blockedFor: null,
    source: null,
    invitation: null,
    starred: false,
    note: null,
    referral: { friends: 0, brought: 0, broughtBy: null },
    answers: [],
    ...changes,
  };
}

/** `count` pending sign-ups, newest first. */
export const signups = (count: number) => Array.from({ length: count }, (_, index) => signup(index));

/** A question whose answers are chosen among `options`. */
export function choiceQuestion(
  id: string,
  question: string,
  options: string[],
): QuestionList["items"][number] {
  return {
    id,
    question,
    options,
    fieldType: "checkbox",
    required: false,
    active: true,
    orderPosition: 1,
    targetType: "user",
    version: 1,
    answerCount: 1,
  };
}

/**
 * The sign-ups' calls on rows in memory, with the server's rules for decisions.
 * @param stored newest first
 * @param questions the questions that filter and columns of the lists offer
 */
export function fakeSignups(stored: Stored[], questions: QuestionList["items"] = []) {
  const rows = [...stored];
  let views: SavedView[] = [];
  let now = firstReadAt;
  const countsOf = (counted: Stored[]) => {
    const of = (status: string) => counted.filter((row) => row.status === status).length;
    return {
      all: counted.length,
      pending: of("pending"),
      approved: of("approved"),
      rejected: of("rejected"),
    };
  };
  const counts = () => countsOf(rows);
  const decided = ({ answers: _, note: __, referral: ___, ...row }: Stored): DecidedSignup => ({
    ...row,
    undoMs: row.status === "pending" ? null : undoMs,
  });
  const find = (id: string) => rows.find((row) => row.id === id);
  const notFound = () => refuse(404, { code: "not_found", message: "Cette inscription n’existe plus." });
  const change = (id: string, status: Stored["status"]) => {
    const index = rows.findIndex((row) => row.id === id);
    const row = rows[index];
    if (!row) return notFound();
    rows[index] = { ...row, status };
    return decided(rows[index]);
  };
  const remove = (id: string) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0) rows.splice(index, 1);
    return index >= 0;
  };
  const listed = (
    { answers, invitation, note: _, referral, ...row }: Stored,
    show: string,
  ): ListedSignup => ({
    ...row,
    invitation: invitation?.state ?? null,
    friends: referral.friends,
    answers: Object.fromEntries(
      answers.filter(({ questionId }) => show.includes(questionId)).map((one) => [one.questionId, one.value]),
    ),
  });
  const matches = (
    row: Stored,
    {
      search = "",
      answer = "",
      until = "9",
    }: { [name in "search" | "answer" | "until"]?: string | undefined },
  ) => {
    const text = `${row.firstname} ${row.name} ${row.email} ${row.website}`.toLowerCase();
    const chosen = row.answers.flatMap(({ questionId, value }) =>
      [value].flat().map((one) => `${questionId}:${one}`),
    );
    return (
      text.includes(search.toLowerCase()) &&
      (answer === "" || chosen.includes(answer)) &&
      row.createdAt <= until
    );
  };
  const actOn = (action: z.input<typeof bulkSchema>): BulkEvent => {
    const chosen =
      "ids" in action
        ? action.ids
        : rows
            .filter(
              (row) => matches(row, action) && (action.status === "all" || row.status === action.status),
            )
            .map(({ id }) => id);
    const acted = chosen.filter((id) => action.action === "delete" || find(id)?.status === "pending");
    for (const id of acted) {
      if (action.action === "delete") remove(id);
      else change(id, action.action === "approve" ? "approved" : "rejected");
    }
    return {
      type: "result",
      done: acted.length,
      bulkId: null,
      undoMs: null,
      skipped: [{ reason: "not_pending", count: chosen.length - acted.length }],
    };
  };

  const answers = {
    "GET /api/admin/signups/:audience": ({ query }): SignupList => {
      const asked = query as Record<string, string>;
      const { status = "all", show = "", order = "desc", page = "1" } = asked;
      const found = rows.filter((row) => matches(row, asked));
      const matching = found.filter((row) => status === "all" || row.status === status);
      if (order === "asc") matching.reverse();
      const from = (Number(page) - 1) * pageSize;
      return {
        items: matching.slice(from, from + pageSize).map((row) => listed(row, show)),
        counts: countsOf(found),
        asOf: asked["until"] ?? new Date(now).toISOString(),
        total: matching.length,
        totalIsExact: true,
        page: Number(page),
        pageSize,
      };
    },
    "GET /api/admin/signups/:audience/arrivals": ({ query: { since } }) => ({
      count: rows.filter(({ createdAt }) => createdAt > since).length,
    }),
    "GET /api/admin/signups/:audience/:id": ({ param }) => {
      const row = find(param.id);
      return row ? { ...row, limitedAt: null, version: 1 } : notFound();
    },
    "PATCH /api/admin/signups/:audience/:id": ({ param, json }) => {
      if (find(param.id)?.status !== "pending") {
        return refuse(409, { code: "not_pending", message: "Cette inscription a déjà été traitée." });
      }
      return change(param.id, json.status);
    },
    "POST /api/admin/signups/:audience/:id/undo": ({ param }) => change(param.id, "pending"),
    "POST /api/admin/signups/:audience/:id/undo/extension": ({ param }) => {
      const row = find(param.id);
      return row ? decided(row) : notFound();
    },
    "POST /api/admin/signups/:audience/bulk/:bulkId/undo/extension": () => ({ undoMs }),
    "DELETE /api/admin/signups/:audience/:id": ({ param }) => (remove(param.id) ? undefined : notFound()),
    "POST /api/admin/signups/:audience/bulk": ({ json }) =>
      new Response(`data: ${JSON.stringify(actOn(json))}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
    "POST /api/admin/signups/:audience/bulk/recipients": ({ json }) => {
      const chosen = rows.filter(
        ({ id, status }) => status === "pending" && (!("ids" in json) || json.ids.includes(id)),
      );
      return {
        recipients: chosen.length,
        unconfirmed: chosen.filter(({ confirmedAt }) => confirmedAt === null).length,
        disposable: chosen.filter(({ disposableEmail }) => disposableEmail).length,
        isExact: true,
      };
    },
    "DELETE /api/admin/signups/:audience/:id/message": () => undefined,
    "GET /api/admin/email/settings": () => storedSettings,
    "GET /api/admin/email/templates": () => ({ items: [] as EmailTemplate[] }),
    "GET /api/admin/views/:audience": () => ({ items: views }),
    "POST /api/admin/views/:audience": ({ json }) => {
      const view = { id: idOf(views.length), ...json };
      views = [...views, view];
      return view;
    },
    "DELETE /api/admin/views/:audience/:id": ({ param }) => {
      views = views.filter(({ id }) => id !== param.id);
      return undefined;
    },
    "GET /api/admin/questions": () => ({ items: questions, restorable: [] }),
    "GET /api/admin/samples": () => ({ users: 0, brands: 0, mayAdd: false }),
  } satisfies FakeAnswers;

  return {
    answers,
    counts,
    /** Waits until each status has the expected number of sign-ups. */
    expectCounts: (expected: Partial<ReturnType<typeof counts>>) =>
      expect.poll(counts).toMatchObject(expected),
    /** Decides a sign-up as another admin does. */
    decideElsewhere(index: number, status: "approved" | "rejected") {
      change(idOf(index), status);
    },
    /** Adds the sign-up of a visitor after the list was read. */
    arrive(index: number, changes: Partial<Stored> = {}) {
      now += minuteMs;
      rows.unshift(signup(index, { createdAt: new Date(now).toISOString(), ...changes }));
      now += minuteMs;
    },
  };
}

/** A fake whose answers wait until the test releases them one by one: `waiting[0]?.()` releases the oldest. */
export function holdEach<Request, Value>(fake: (request: Request) => Value) {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    fake: async (request: Request) => {
      await new Promise<void>((letGo) => waiting.push(letGo));
      return fake(request);
    },
  };
}
