import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Question } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { fieldTypes, isChoice, questionTypes } from "#contract/questions/registry.ts";
import { QuestionField } from "./question-field.tsx";

const shared = { id: "q", question: "Vos matières ?", active: true, orderPosition: 1 } as const;

function draw(values: Pick<Question, "fieldType" | "options"> & { required?: boolean; answer?: Answer }) {
  const { answer, ...rest } = values;
  const question: Question = { ...shared, targetType: "user", required: true, ...rest };
  return renderToStaticMarkup(
    <QuestionField
      id="champ"
      question={question}
      answer={answer}
      error="Ce champ est requis"
      classes={{ field: "field", error: "error" }}
      freeTextHintId="hint"
      onChange={() => undefined}
    />,
  );
}

test.each(fieldTypes)(
  "a question of type %s is drawn with its label, its message and the caller's classes",
  (fieldType) => {
    const html = draw({ fieldType, options: isChoice(fieldType) ? ["Lin", "Soie"] : null });
    expect(html).toMatch(/<(label|legend)[^>]*>Vos matières \?</);
    expect(html).toContain('<p id="champ-error" class="error">Ce champ est requis</p>');
    expect(html).toMatch(/aria-describedby="champ-error( hint)?"/);
    expect(html).toContain('class="field"');
  },
);

test.each(fieldTypes.filter(isChoice))("the options of the answer are chosen in a %s", (fieldType) => {
  const answer = questionTypes[fieldType].isMultiple ? ["Soie"] : "Soie";
  const html = draw({ fieldType, options: ["Lin", "Soie"], answer });
  expect(html).toContain("Lin");
  expect(html.match(/(checked|selected)=""/g)).toHaveLength(1);
  expect(html).toMatch(/(checked|selected)=""[^>]*>Soie/);
});

test("an optional question says so", () => {
  expect(draw({ fieldType: "text", options: null })).not.toContain("(facultatif)");
  expect(draw({ fieldType: "text", options: null, required: false })).toContain("(facultatif)");
});

test.each(fieldTypes.filter(isChoice))("a %s without options is not drawn", (fieldType) => {
  expect(draw({ fieldType, options: null })).toBe("");
  expect(draw({ fieldType, options: [] })).toBe("");
});

test.each(["text", "checkbox"] as const)(
  "an answer whose shape does not fit the type %s is shown as no answer",
  (fieldType) => {
    const answer = fieldType === "checkbox" ? "Lin" : ["Lin"];
    const html = draw({ fieldType, options: fieldType === "checkbox" ? ["Lin"] : null, answer });
    expect(html).not.toMatch(/checked=""|value="Lin"[^>]*id=/);
  },
);

// registre: 3
test.each(fieldTypes)("only free-text questions warn against sensitive data, not %s", (fieldType) => {
  const html = draw({ fieldType, options: isChoice(fieldType) ? ["Lin"] : null });
  const isFree = fieldType === "text" || fieldType === "textarea";
  expect(html.includes('aria-describedby="champ-error hint"')).toBe(isFree);
});

test("a group of radio buttons says that it needs an answer and that it has a wrong one", () => {
  const html = draw({ fieldType: "radio", options: ["Lin"] });
  expect(html).toMatch(/<fieldset[^>]*role="radiogroup"[^>]*aria-required="true"[^>]*aria-invalid="true"/);
});

test("checkboxes announce that one is required, and that each is invalid", () => {
  const html = draw({ fieldType: "checkbox", options: ["Lin", "Soie"] });
  expect(html).toContain("(une ou plusieurs réponses)");
  expect(html.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(2);
});

test("the answer to an optional question can be removed from radio buttons", () => {
  expect(draw({ fieldType: "radio", options: ["Lin"] })).not.toContain("Sans réponse");
  const html = draw({ fieldType: "radio", options: ["Lin"], required: false });
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value=""[^>]*\/>Sans réponse/);
});
