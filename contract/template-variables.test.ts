import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "./limits.ts";
import {
  brokenVariables,
  escapeHtml,
  fillTemplate,
  hasTooManyVariables,
  joinVariables,
  keepPermittedVariables,
  markAddressVariables,
  referralVariablesIn,
  templateValues,
  unknownVariables,
} from "./template-variables.ts";

const values = templateValues(
  { email: "lou@exemple.fr", variables: { name: "N’Diaye", firstName: "<b>Lou</b>" } },
  new Date("2026-03-31T23:30:00Z"),
);

describe("variables of a template", () => {
  test("each variable is replaced by the recipient's value, the date in fr-FR and in Paris time", () => {
    expect(fillTemplate("{{firstName}} {{ name }} {{email}} {{date}}", values)).toBe(
      "<b>Lou</b> N’Diaye lou@exemple.fr 01/04/2026",
    );
  });

  test("the referral link is a whole address, also inside another address", () => {
    const referral = { referralLink: "https://exemple.fr/?ami=k7qm3vxp9d", friends: "2" };
    const address = markAddressVariables("{{referralLink}}");
    expect(fillTemplate(`${address} {{friends}}`, { ...values, ...referral })).toBe(
      "https://exemple.fr/?ami=k7qm3vxp9d 2",
    );
    expect(referralVariablesIn(`${address} {{name}}`)).toEqual(["referralLink"]);
  });

  test("a value is escaped in HTML", () => {
    expect(fillTemplate("<p>{{firstName}}</p>", values, escapeHtml)).toBe("<p>&lt;b&gt;Lou&lt;/b&gt;</p>");
  });

  test("a value that looks like a variable is not expanded again", () => {
    const sly = { ...values, firstName: "{{email}}" };
    expect(fillTemplate("{{firstName}}", sly)).toBe("{{email}}");
  });

  test("missing and unknown variables become empty, and broken braces stay", () => {
    expect(
      fillTemplate("[{{name}}][{{nom}}]", templateValues({ email: "", variables: {} }, new Date(0))),
    ).toBe("[][]");
    expect(fillTemplate("{{name {firstName}} {{}} }}", values)).toBe("{{name {firstName}} {{}} }}");
  });

  test.each([
    ["{{<strong>firstName</strong>}}", "<strong>{{firstName}}</strong>"],
    ['{{first<span style="color:red">Name</span>}}', '{{firstName}}<span style="color:red"></span>'],
    ['<span style="color:red">{{first</span>Name}}', '<span style="color:red">{{firstName}}</span>'],
    ["{<b>{</b> name <i>}</i>}", "<b></b>{{name}}<i></i>"],
    ["{{{<u>email</u>}}}", "{<u>{{email}}</u>}"],
    [
      '{{<a href="https://x.example/?q={{email}}">date</a>}}',
      '<a href="https://x.example/?q={{email}}">{{date}}</a>',
    ],
  ])("formatting tags that begin or end inside a variable move out of it: %s", (html, joined) => {
    expect(joinVariables(html)).toBe(joined);
    expect(joinVariables(joined), "a second time").toBe(joined);
  });

  test.each([
    "{{name}} <b>x</b> {{email}}",
    "<p>{{</p><p>name}}</p>",
    "{{na<br>me}}",
    "{{<b></b>}}",
    "{<b>x</b>}",
  ])("braces with anything other than formatting tags between them stay unchanged: %s", (html) =>
    expect(joinVariables(html)).toBe(html),
  );

  test("a value inside an address is percent-encoded except its at sign", () => {
    const sly = { ...values, name: "Léa & <Cie>?=#", firstName: "\ud800" };
    const fill = (address: string) => fillTemplate(markAddressVariables(address), sly, escapeHtml);
    expect(fill("https://x.example/{{ name }}?e={{email}}&f={{firstName}}")).toBe(
      "https://x.example/L%C3%A9a%20%26%20%3CCie%3E%3F%3D%23?e=lou@exemple.fr&f=",
    );
    expect(fill("https://x.example/?e=%7B%7Bemail%7d%7d")).toBe("https://x.example/?e=lou@exemple.fr");
  });

  test("braces that hold no variable are reported with the text after them", () => {
    expect(brokenVariables('<p>{{</p><p style="color:red">name}} {{email}} {{{date}}{ {{}}</p>')).toEqual([
      "{{  name",
      "{{",
    ]);
    expect(unknownVariables("<p>{{</p><p>nom}}</p>")).toEqual([]);
  });

  test("unknown variables are reported once each", () => {
    expect(unknownVariables("{{name}} {{nom}} {{prenom}} {{nom}}")).toEqual(["nom", "prenom"]);
  });

  test("the first 500 variables of a message are kept, with any text between them", () => {
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
