import type { Question, ShowRule } from "#contract/questionnaire.ts";

/**
 * Style rules that hide questions whose condition the form does not meet. A browser without `:has()` shows all questions, and the
 * server decides which answers count. A rule checks only the marked options, even if their question is hidden.
 * @param questions the active questions
 * @param ids the id of the form, and the prefix of its questions' ids
 */
export function showIfStyle(questions: readonly Question[], ids: { form: string; question: string }): string {
  const rules = questions.flatMap(({ id, showIf }) => {
    if (!showIf) return [];
    const conditions = showIf.rules.map((rule) => selectorOf(rule, questions));
    const condition = showIf.match === "all" ? conditions.join("") : `:is(${conditions.join()})`;
    const field = `#${ids.question}-${id}`;
    return [`#${ids.form}:not(${condition})>:is(${field},:has(${field})){display:none}`];
  });
  return rules.length > 0 ? `@supports selector(:has(*)){${rules.join("")}}` : "";
}

/** The selector that matches the form when the rule is met. */
function selectorOf({ questionId, op, value }: ShowRule, questions: readonly Question[]): string {
  const isSelect = questions.find(({ id }) => id === questionId)?.fieldType === "select";
  const name = `[name=${quoted(`responses.${questionId}`)}]`;
  const chosen = isSelect ? `select${name} option:checked` : `input${name}:checked`;
  const isValue = `:has(${chosen}[value=${quoted(value)}])`;
  return op === "is" ? isValue : `:has(${chosen}:not([value=""])):not(${isValue})`;
}

/** A CSS string whose text can end neither the string nor the style element. */
function quoted(text: string): string {
  const escaped = text.replace(
    /["\\<\p{Cc}]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
