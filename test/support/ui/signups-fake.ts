import type { DecidedSignup, SignupDetail, SignupList, SignupSummary } from "#contract/signup.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";

type Stored = SignupSummary & Pick<SignupDetail, "answers">;

const pageSize = 10;
const undoMs = 30_000;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** A sign-up that waits, named after its index: "N000 Martin" is the newest. */
export function signup(index: number, changes: Partial<Stored> = {}): Stored {
  const number = String(index).padStart(3, "0");
  return {
    id: idOf(index),
    firstname: `N${number}`,
    name: "Martin",
    email: `n${number}@exemple.fr`,
    website: null,
    status: "pending",
    createdAt: new Date(Date.UTC(2026, 0, 31, 12) - index * 60_000).toISOString(),
    duplicateOf: null,
    disposableEmail: false,
    confirmedAt: "2026-01-31T13:00:00.000Z",
    sample: false,
    blockedFor: null,
    answers: [],
    ...changes,
  };
}

/** `count` sign-ups that wait, newest first. */
export const signups = (count: number) => Array.from({ length: count }, (_, index) => signup(index));

/** The sign-ups' calls on rows in memory, with the server's rules for decisions; `rows` is what it holds now. */
export function fakeSignups(stored: Stored[]) {
  const rows = [...stored];
  const counts = () => {
    const of = (status: string) => rows.filter((row) => row.status === status).length;
    return { all: rows.length, pending: of("pending"), approved: of("approved"), rejected: of("rejected") };
  };
  const decided = ({ answers: _, ...row }: Stored): DecidedSignup => ({
    ...row,
    undoUntil: row.status === "pending" ? null : new Date(Date.now() + undoMs).toISOString(),
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

  const answers: FakeAnswers = {
    "GET /api/admin/signups/:audience": ({ query }): SignupList => {
      const { status = "all", search = "", order = "desc", page = "1" } = query as Record<string, string>;
      const matching = rows
        .filter((row) => status === "all" || row.status === status)
        .filter((row) =>
          `${row.firstname} ${row.name} ${row.email}`.toLowerCase().includes(search.toLowerCase()),
        );
      if (order === "asc") matching.reverse();
      const from = (Number(page) - 1) * pageSize;
      return {
        items: matching.slice(from, from + pageSize).map(({ answers: _, ...row }) => row),
        counts: counts(),
        asOf: "2026-02-01T00:00:00.000Z",
        total: matching.length,
        totalIsExact: true,
        page: Number(page),
        pageSize,
      };
    },
    "GET /api/admin/signups/:audience/arrivals": () => ({ count: 0 }),
    "GET /api/admin/signups/:audience/:id": ({ param }) => {
      const row = find(param.id);
      return row ? { ...row, limitedAt: null, version: 1, undoUntil: decided(row).undoUntil } : notFound();
    },
    "PATCH /api/admin/signups/:audience/:id": ({ param, json }) => {
      if (find(param.id)?.status !== "pending") {
        return refuse(409, { code: "not_pending", message: "Cette inscription a déjà été traitée." });
      }
      return change(param.id, json.status);
    },
    "POST /api/admin/signups/:audience/:id/undo": ({ param }) => change(param.id, "pending"),
    "DELETE /api/admin/signups/:audience/:id": ({ param }) => {
      const index = rows.findIndex((row) => row.id === param.id);
      if (index < 0) return notFound();
      rows.splice(index, 1);
      return undefined;
    },
    "GET /api/admin/views": () => ({ items: [] }),
    "GET /api/admin/questions": () => ({ items: [], restorable: [] }),
  };
  return { answers, rows, counts };
}
