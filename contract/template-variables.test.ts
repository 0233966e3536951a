import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "./limits.ts";
import {
  escapeHtml,
  fillTemplate,
  hasTooManyVariables,
  keepPermittedVariables,
  templateValues,
  unknownVariables,
} from "./template-variables.ts";

const values = templateValues(
  { email: "lou@exemple.fr", variables: { name: "N’Diaye", firstName: "<b>Lou</b>" } },
  new Date("2026-03-31T23:30:00Z"),
);

describe("variables of a template", () => {
  test("each is replaced by the recipient's value, the date in fr-FR and in Paris time", () => {
    expect(fillTemplate("{{firstName}} {{ name }} {{email}} {{date}}", values)).toBe(
      "<b>Lou</b> N’Diaye lou@exemple.fr 01/04/2026",
    );
  });

  test("a value is escaped in HTML", () => {
    expect(fillTemplate("<p>{{firstName}}</p>", values, escapeHtml)).toBe("<p>&lt;b&gt;Lou&lt;/b&gt;</p>");
  });

  test("a value that looks like a variable is not expanded again", () => {
    const sly = { ...values, firstName: "{{email}}" };
    expect(fillTemplate("{{firstName}}", sly)).toBe("{{email}}");
  });

  test("replaces missing and unknown variables by nothing and keeps broken braces", () => {
    expect(
      fillTemplate("[{{name}}][{{nom}}]", templateValues({ email: "", variables: {} }, new Date(0))),
    ).toBe("[][]");
    expect(fillTemplate("{{name {firstName}} {{}} }}", values)).toBe("{{name {firstName}} {{}} }}");
  });

  test("unknown variables are named once each", () => {
    expect(unknownVariables("{{name}} {{nom}} {{prenom}} {{nom}}")).toEqual(["nom", "prenom"]);
  });

  test("keeps 500 variables of a message, with any text between them", () => {
    const max = limits.mailVariablesMax;
    for (const piece of ["{{name}}", "{{", "{{ ", "{", "{{{a}}}"]) {
      const tooMany = piece.repeat(3 * max);
      expect(hasTooManyVariables(tooMany), piece).toBe(true);
      const kept = keepPermittedVariables(tooMany);
      expect(hasTooManyVariables(kept), piece).toBe(false);
      expect(keepPermittedVariables(kept)).toBe(kept);
    }
    const full = "{{name}}".repeat(max);
    expect(hasTooManyVariables(full)).toBe(false);
    expect(keepPermittedVariables(full)).toBe(full);
    expect(unknownVariables(keepPermittedVariables("{{x}} {{y}} {{name}}".repeat(max)))).toEqual(["x", "y"]);
    expect(fillTemplate(keepPermittedVariables("{{email}}".repeat(max + 1)), values)).toBe(
      `${"lou@exemple.fr".repeat(max)}{ {email}}`,
    );
  });

  test("escaped text holds no character that could open a tag or end an attribute", () => {
    fc.assert(fc.property(fc.string(), (text) => !/[<>"']/.test(escapeHtml(text))));
  });
});
