import type { Audience } from "#contract/audience.ts";
import {
  type AdminQuestion,
  adminQuestionSchema,
  questionMessages,
  type RestorableQuestion,
  saveQuestionSchema,
  updateQuestionSchema,
} from "#contract/questionnaire.schema.ts";
import { moveQuestion } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";
import { superAdmin } from "./open-admin.tsx";

/** `given`: the answers of sign-ups, by audience. */
type Stored = Omit<AdminQuestion, "answerCount" | "orderPosition"> & { given: Record<Audience, string[]> };

type Deleted = Stored & { place: number; until: number };

const undoMs = 30_000;
let lastId = 0;
function nextId(): string {
  lastId += 1;
  return `00000000-0000-4000-8000-${String(lastId).padStart(12, "0")}`;
}

/** A required short text for users by default; `given` are users' answers. */
export function question(
  text: string,
  { given = [], ...changes }: Partial<Omit<Stored, "given">> & { given?: string[] } = {},
): Stored {
  return {
    id: nextId(),
    question: text,
    fieldType: "text",
    options: null,
    required: true,
    active: true,
    targetType: "user",
    version: 1,
    given: { user: given, brand: [] },
    ...changes,
  };
}

/** The questionnaire's calls on questions in memory, with the server's rules; `stored` is the present state. */
export function fakeQuestionnaire(...questions: (Stored | string)[]) {
  let stored = questions.map((entry) => (typeof entry === "string" ? question(entry) : entry));
  let deleted: Deleted[] = [];
  let aheadMs = 0;
  const renamed: { from: string; to: string }[] = [];
  const now = () => Date.now() + aheadMs;

  const answersOf = ({ given }: Stored) => [...given.user, ...given.brand];
  const seen = (item: Stored): AdminQuestion =>
    adminQuestionSchema.parse({
      ...item,
      answerCount: answersOf(item).length,
      orderPosition: stored.findIndex(({ id }) => id === item.id) + 1,
    });
  const list = () => ({
    items: stored.map(seen),
    restorable: deleted
      .map(
        ({ id, question: text, targetType, place, until }): RestorableQuestion => ({
          id,
          question: text,
          targetType,
          orderPosition: place + 0.5,
          remainingMs: until - now(),
        }),
      )
      .filter(({ remainingMs }) => remainingMs > 0),
  });
  const find = (text: string) => {
    const found = stored.find((item) => item.question === text);
    if (!found) throw new Error(`no question '${text}'`);
    return found;
  };
  const add = (item: Stored, at = stored.length) => {
    stored = stored.toSpliced(at, 0, item);
    return seen(item);
  };
  const change = (id: string, changes: Partial<Stored>) => {
    stored = stored.map((item) => (item.id === id ? { ...item, ...changes } : item));
    return stored.find((item) => item.id === id);
  };
  const notFound = () => refuse(404, { code: "not_found", message: questionMessages.notFound });

  const answers: FakeAnswers = {
    "GET /api/admin/questions": list,
    "POST /api/admin/questions": ({ json }) => add({ ...question(""), ...saveQuestionSchema.parse(json) }),
    "PUT /api/admin/questions/:id": ({ param: { id }, json }) => {
      const present = stored.find((item) => item.id === id);
      if (!present) return notFound();
      const {
        version,
        active = present.active,
        renamedOptions = [],
        ...values
      } = updateQuestionSchema.parse(json);
      if (version !== present.version) {
        const message = staleMessage(superAdmin.email, superAdmin.email);
        return refuse(409, { code: "stale", message }, { current: seen(present) });
      }
      renamed.push(...renamedOptions);
      const saved = change(id, { ...values, active, version: version + 1 });
      return saved ? seen(saved) : notFound();
    },
    "PATCH /api/admin/questions/:id": ({ param: { id }, json }) => {
      const changed = change(id, json);
      return changed ? seen(changed) : notFound();
    },
    "GET /api/admin/questions/:id/answers": ({ param: { id } }) => {
      const item = stored.find((one) => one.id === id);
      if (!item) return notFound();
      const given = answersOf(item);
      const values = isChoice(item.fieldType) ? [...new Set(given)] : [];
      return {
        total: given.length,
        byAudience: { user: item.given.user.length, brand: item.given.brand.length },
        options: values
          .map((value) => ({ value, count: given.filter((one) => one === value).length }))
          .sort((a, b) => b.count - a.count),
      };
    },
    "POST /api/admin/questions/:id/copy": ({ param: { id } }) => {
      const at = stored.findIndex((item) => item.id === id);
      const original = stored[at];
      if (!original) return notFound();
      const text = questionMessages.copyOf(original.question);
      const { given: _, ...values } = original;
      return add(question(text, { ...values, id: nextId(), question: text, active: false }), at + 1);
    },
    "POST /api/admin/questions/:id/move": ({ param: { id }, json }) => {
      const { direction, steps, targetType: filter } = json;
      const moved = moveQuestion(stored, { id, direction, steps, filter });
      if (!moved) {
        const message = direction === "up" ? questionMessages.alreadyFirst : questionMessages.alreadyLast;
        return refuse(409, { code: "conflict", message });
      }
      stored = moved;
      return list();
    },
    "DELETE /api/admin/questions/:id": ({ param: { id } }) => {
      const place = stored.findIndex((item) => item.id === id);
      const item = stored[place];
      if (!item) return notFound();
      stored = stored.toSpliced(place, 1);
      const until = now() + undoMs;
      deleted.push({ ...item, place, until });
      return { restorableUntil: new Date(until).toISOString() };
    },
    "POST /api/admin/questions/:id/restoration/extension": ({ param: { id } }) => {
      if (!deleted.some((one) => one.id === id))
        return refuse(404, { code: "not_found", message: questionMessages.restoredTooLate });
      const until = now() + undoMs;
      deleted = deleted.map((one) => (one.id === id ? { ...one, until } : one));
      return { restorableUntil: new Date(until).toISOString() };
    },
    "POST /api/admin/questions/:id/restoration": ({ param: { id } }) => {
      const item = deleted.find((one) => one.id === id);
      deleted = deleted.filter((one) => one !== item);
      if (!item) return refuse(404, { code: "not_found", message: questionMessages.restoredTooLate });
      const { place, until: _, ...back } = item;
      const lostCondition = !(back.showIf?.rules ?? []).every(({ questionId, value }) =>
        stored.some(({ id: needed, options }) => needed === questionId && options?.includes(value)),
      );
      const restored = lostCondition ? { ...back, active: false, showIf: null } : back;
      return { ...add(restored, place), lostCondition };
    },
  };

  return {
    answers,
    /** The renamed options of all saves. */
    renamed,
    /** The present state of a question. */
    find,
    order: () => stored.map((item) => item.question),
    /** Saves the question's form as another tab does. */
    saveElsewhere: (text: string, changes: Partial<Stored>) => {
      const { id, version } = find(text);
      change(id, { ...changes, version: version + 1 });
    },
    /** Switches a question on or off as another tab does in the list. */
    switchElsewhere: (text: string, active: boolean) => change(find(text).id, { active }),
    removeElsewhere(text: string) {
      const { id } = find(text);
      stored = stored.filter((item) => item.id !== id);
    },
    reverseElsewhere() {
      stored = stored.toReversed();
    },
    /** Sets how far the server's clock is ahead of the browser's. */
    setClockAhead(ms: number) {
      aheadMs = ms;
    },
    /** Ends the time in which the server can undo deletions. */
    endDeletions() {
      deleted = [];
    },
  };
}
