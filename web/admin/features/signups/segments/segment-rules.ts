import { isChoice } from "#contract/questions/registry.ts";
import type { SegmentQuestion, SegmentRule } from "#contract/segments.ts";

/** The subject of a rule: a fixed field, or the id of a question. */
type Subject = string;

export const fixedSubjects: { value: Exclude<SegmentRule["field"], "answer">; label: string }[] = [
  { value: "status", label: "Statut" },
  { value: "confirmed", label: "Adresse confirmée" },
  { value: "news", label: "Actualités acceptées" },
  { value: "date", label: "Date d’inscription" },
  { value: "website", label: "Site web" },
  { value: "source", label: "Source" },
  { value: "friends", label: "Amies confirmées" },
  { value: "starred", label: "Étoile" },
  { value: "counted", label: "Compté dans les statistiques" },
];

const opLabels: Record<SegmentRule["op"], string> = {
  is: "est",
  isNot: "n’est pas",
  anyOf: "est l’une de",
  none: "aucune",
  contains: "contient",
  before: "avant le",
  after: "après le",
};

const friendsLabels: Partial<typeof opLabels> = { before: "moins de", after: "au moins" };

export function opLabel(subject: Subject, op: SegmentRule["op"]): string {
  return (subject === "friends" && friendsLabels[op]) || opLabels[op];
}

export function subjectOf(rule: SegmentRule): Subject {
  return rule.field === "answer" ? rule.questionId : rule.field;
}

export function opsOf(subject: Subject, questions: readonly SegmentQuestion[]): SegmentRule["op"][] {
  if (subject === "status") return ["is", "isNot", "anyOf"];
  if (subject === "date") return ["before", "after"];
  if (subject === "friends") return ["after", "before", "is"];
  if (subject === "source") return ["is", "isNot", "anyOf", "none"];
  if (fixedSubjects.some(({ value }) => value === subject)) return ["is"];
  const question = questions.find(({ id }) => id === subject);
  return question && isChoice(question.fieldType) ? ["is", "isNot", "anyOf", "none"] : ["contains", "none"];
}

/** Creates a rule about a subject with an initial value. Uses the subject's first comparison when `wished` does not fit. */
export function ruleOf(
  subject: Subject,
  questions: readonly SegmentQuestion[],
  { wished, today }: { wished?: SegmentRule["op"]; today: string },
): SegmentRule {
  const ops = opsOf(subject, questions);
  const op = wished && ops.includes(wished) ? wished : ops[0];
  switch (subject) {
    case "status":
      return op === "anyOf"
        ? { field: "status", op, value: ["approved"] }
        : { field: "status", op: op === "isNot" ? "isNot" : "is", value: "approved" };
    case "confirmed":
    case "news":
    case "website":
    case "starred":
    case "counted":
      return { field: subject, op: "is", value: true };
    case "source":
      if (op === "none") return { field: "source", op };
      if (op === "anyOf") return { field: "source", op, value: [] };
      return { field: "source", op: op === "isNot" ? op : "is", value: "" };
    case "friends":
      return { field: "friends", op: op === "before" || op === "is" ? op : "after", value: 1 };
    case "date":
      return { field: "date", op: op === "before" ? "before" : "after", value: today };
    default: {
      const answer = { field: "answer", questionId: subject } as const;
      const first = questions.find(({ id }) => id === subject)?.options?.[0] ?? "";
      if (op === "none") return { ...answer, op };
      if (op === "anyOf") return { ...answer, op, value: [first] };
      return {
        ...answer,
        op: op === "contains" ? op : op === "isNot" ? op : "is",
        value: op === "contains" ? "" : first,
      };
    }
  }
}
