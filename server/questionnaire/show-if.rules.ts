import { addresses, audiences } from "#contract/audience.ts";
import { questionMessages } from "#contract/questionnaire.schema.ts";
import type { Question, ShowIf, ShowRule } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { formerNames } from "#contract/segments.ts";

/** A rule that the questions do not allow. `field`: the field of the needed question whose change would break the rule. */
export type RefusedRule = {
  question: Question;
  /** Null: there is no such question. */
  needed: Question | null;
  field: "active" | "fieldType" | "targetType" | "options" | null;
  message: string;
};

/** The first rule that does not fit the other questions; null when all conditions are valid. */
export function findRefusedRule(questions: readonly Question[]): RefusedRule | null {
  const ordered = questions.toSorted((a, b) => a.orderPosition - b.orderPosition);
  for (const [place, question] of ordered.entries()) {
    for (const rule of question.showIf?.rules ?? []) {
      const needed = ordered.find(({ id }) => id === rule.questionId) ?? null;
      const refused = refusedRule(question, rule, { needed, before: ordered.slice(0, place) });
      if (refused) return { question, needed, ...refused };
    }
  }
  return null;
}

type Others = { needed: Question | null; before: readonly Question[] };

function refusedRule(
  { question, active, targetType }: Question,
  { value }: ShowRule,
  { needed, before }: Others,
): Pick<RefusedRule, "field" | "message"> | null {
  const messages = questionMessages.ruleRefused;
  if (!needed) return { field: null, message: messages.missing(question) };
  const name = needed.question;
  if (!before.includes(needed)) return { field: null, message: messages.order(question, name) };
  if (!isChoice(needed.fieldType)) return { field: "fieldType", message: messages.type(question, name) };
  const isAskedOfAll = audiences.every(
    (audience) => !addresses(targetType, audience) || addresses(needed.targetType, audience),
  );
  if (!isAskedOfAll) return { field: "targetType", message: messages.audience(question, name) };
  if (active && !needed.active) return { field: "active", message: messages.inactive(question, name) };
  if (!needed.options?.includes(value)) {
    return { field: "options", message: messages.option(question, name, value) };
  }
  return null;
}

/** The condition with the new names of a question's options. Returns the same object when no rule names them. */
export function withRenamedOptions(
  showIf: ShowIf,
  { questionId, renamed }: { questionId: string; renamed: ReadonlyMap<string, string> },
): ShowIf {
  const isNamed = (rule: ShowRule) => rule.questionId === questionId && renamed.has(rule.value);
  if (!showIf.rules.some(isNamed)) return showIf;
  return {
    ...showIf,
    rules: showIf.rules.map((rule) =>
      isNamed(rule) ? { ...rule, value: renamed.get(rule.value) ?? rule.value } : rule,
    ),
  };
}

/** The former names of each current option: earlier answers keep the old text. */
export function formerOptionsAfter(
  former: Readonly<Record<string, string[]>>,
  { renamed, options }: { renamed: ReadonlyMap<string, string>; options: readonly string[] },
): Record<string, string[]> {
  const before = new Map([...renamed].map(([old, present]) => [present, old]));
  const entries = options.map((option) => {
    const old = before.get(option);
    const names = old === undefined ? formerNames(former, option) : [...formerNames(former, old), old];
    return [option, names.filter((name) => !options.includes(name))] as const;
  });
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
}
