import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalEmail } from "./email-address.ts";
import { limits } from "./limits.ts";
import type { Question } from "./questionnaire.ts";
import type { FieldType } from "./questions/registry.ts";
import { fieldTypes, isChoice } from "./questions/registry.ts";
import {
  cleanResponses,
  signupMessages,
  validateAnswer,
  validateEmail,
  validateName,
  validateSignup,
  validateWebsite,
} from "./signup.ts";
import { isStorableText, normaliseText } from "./text.ts";
import { isBlank } from "./text-rules.ts";
import { websiteAddress } from "./website.ts";

// A fixed seed gives the same cases at every run.
fc.configureGlobal({ seed: 20_260_301, numRuns: 300 });

function question(values: Partial<Question> = {}): Question {
  const defaults = { id: "q", question: "?", fieldType: "text", options: null, required: true } as const;
  return { ...defaults, active: true, orderPosition: 1, targetType: "user", ...values };
}

const text = fc.string({ unit: "binary", maxLength: 60 });
const options = fc.uniqueArray(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter(isOption),
  {
    minLength: 1,
    maxLength: 8,
  },
);

function isOption(option: string): boolean {
  return !isBlank(option) && normaliseText(option) === option;
}

describe("a web address", () => {
  test.each([
    ["exemple.fr", "https://exemple.fr"],
    ["www.exemple.fr", "https://www.exemple.fr"],
    ["http://exemple.fr", "http://exemple.fr"],
    ["HTTPS://Exemple.fr/Page?x=1#y", "https://Exemple.fr/Page?x=1#y"],
    [" exemple.fr/ ", "https://exemple.fr/"],
    ["exemple.fr:8080/a", "https://exemple.fr:8080/a"],
    ["café-mode.fr", "https://café-mode.fr"],
    ["a.b.c.exemple.paris", "https://a.b.c.exemple.paris"],
    ["exemple.fr?x=y", "https://exemple.fr?x=y"],
  ])("the web address %s is stored as %s", (typed, stored) => {
    expect(websiteAddress(typed)).toBe(stored);
    expect(validateWebsite("brand", typed)).toBeNull();
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//exemple.fr",
    "javascript://exemple.fr/%0aalert(1)",
    "data:text/html,<script>",
    "vbscript:x.y",
    "ftp://exemple.fr",
    "mailto:a@exemple.fr",
    "https:exemple.fr",
    "https:/exemple.fr",
    "https:///exemple.fr",
    "//exemple.fr",
    "\\\\exemple.fr",
    "https://exemple.fr\\@autre.fr",
    "exemple",
    "http://localhost",
    "192.168.0.1",
    "https://moi:secret@exemple.fr",
    "moi@exemple.fr",
    "exem ple.fr",
    "exemple..fr",
    ".exemple.fr",
    "-exemple.fr",
    "exemple.fr:0",
    "exemple.fr:99999",
    "exemple.fr:80:80",
    "https://",
    "java\nscript:alert(1).fr",
    'exemple.fr/"onclick=',
    "exemple.fr/\u202egpj.exe",
    `${"a".repeat(64)}.fr`,
    `${"a.".repeat(200)}fr`,
    `exemple.fr/${"x".repeat(limits.websiteMax)}`,
  ])("the web address %s is refused", (typed) => {
    expect(websiteAddress(typed)).toBeNull();
    expect(validateWebsite("brand", typed)).toBe("URL invalide (exemple\u00a0: www.exemple.fr)");
  });

  test("a web address of the usual form is always accepted", () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.constantFrom("", "http://", "https://", "www.", "https://www."),
        (host, start) => {
          fc.pre(start.length + host.length + 8 <= 253);
          expect(websiteAddress(start + host)).not.toBeNull();
        },
      ),
    );
  });
});

describe("an e-mail address", () => {
  test.each([
    ["", signupMessages.emailRequired],
    ["   ", signupMessages.emailRequired],
    ["a", signupMessages.emailInvalid],
    ["a@b", signupMessages.emailInvalid],
    ["a@b..fr", signupMessages.emailInvalid],
    ["a b@c.fr", signupMessages.emailInvalid],
    ["a@b.fr, c@d.fr", signupMessages.emailInvalid],
    ["Zoé <zoe@exemple.fr>", signupMessages.emailInvalid],
    ["a@b.fr\nBcc: c@d.fr", signupMessages.emailInvalid],
    [`${"x".repeat(65)}@exemple.fr`, signupMessages.emailInvalid],
    [`a@${"x".repeat(260)}.fr`, signupMessages.emailInvalid],
    [" a.b+c@exemple.co.uk ", null],
    ["élodie@société.fr", null],
  ])("the e-mail address %j gets the message %s", (typed, message) => {
    expect(validateEmail(typed)).toBe(message);
  });

  test("an e-mail address of the usual form is always accepted", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(validateEmail(email)).toBeNull();
      }),
    );
  });

  test("an accepted e-mail address never holds what could end a header or start another address", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((local) => `${local}@exemple.fr`),
        ),
        (typed) => {
          if (validateEmail(typed) !== null) return;
          expect(canonicalEmail(typed)).toMatch(/^[^\s,;<>"@]+@[a-z0-9.-]+$/u);
        },
      ),
    );
  });
});

describe("a name", () => {
  test("a name loses marks of reading direction, and may not hold control characters", () => {
    const turned = "\u202eéoZ\u202c \u2066x\u2069\u200f\u061c";
    expect(validateName(turned, "")).toBeNull();
    expect(normaliseText(turned)).toBe("éoZ x");
    for (const control of ["\u0080", "\u0085", "\u009c", "\u009f", "\u0007"]) {
      expect(validateName(`Zo${control}é`, "")).toBe("Ce texte contient des caractères non autorisés");
    }
  });

  test.each(["", "  ", "\t", "\u200b\u2060", "\u3164", "\u2800", "\uffa0 \u115f", "\ufe0f"])(
    "a name that shows nothing (%j) is missing",
    (typed) => {
      expect(validateName(typed, signupMessages.firstnameRequired)).toBe("Le prénom est requis");
      expect(validateName(typed, signupMessages.nameRequired)).toBe("Le nom est requis");
    },
  );

  test("a name may have a hundred characters, counted in normal form", () => {
    expect(validateName("é".repeat(100), "")).toBeNull();
    expect(validateName("e\u0301".repeat(100), "")).toBeNull();
    expect(validateName("é".repeat(101), "")).toBe("100 caractères au maximum");
  });

  test("every name is accepted, or refused with a sentence", () => {
    fc.assert(
      fc.property(text, (typed) => {
        if (validateName(typed, "requis") === null) expect(isStorableText(typed)).toBe(true);
      }),
    );
  });
});

describe("an answer", () => {
  test("a missing answer is reported with the message of its type", () => {
    const message = (fieldType: FieldType) =>
      validateAnswer(question({ fieldType, options: isChoice(fieldType) ? ["a"] : null }), undefined);
    expect(Object.fromEntries(fieldTypes.map((type) => [type, message(type)]))).toMatchObject({
      text: "Ce champ est requis",
      email: "Ce champ est requis",
      textarea: "Ce champ est requis",
      select: "Ce champ est requis",
      radio: "Ce champ est requis",
      checkbox: "Veuillez sélectionner au moins une option",
    });
  });

  test("an answer may be missing when it is optional, or when a choice has no options and is not shown", () => {
    for (const fieldType of fieldTypes) {
      expect(validateAnswer(question({ fieldType, required: false }), "")).toBeNull();
      if (isChoice(fieldType))
        expect(validateAnswer(question({ fieldType, options: [] }), undefined)).toBeNull();
    }
  });

  test("an answer to an e-mail question has the form of an address, required or not", () => {
    for (const required of [true, false]) {
      expect(validateAnswer(question({ fieldType: "email", required }), "x")).toBe(
        "Adresse email invalide (exemple\u00a0: prenom@exemple.fr)",
      );
      expect(validateAnswer(question({ fieldType: "email", required }), "a@b.fr")).toBeNull();
    }
  });

  test("an answer among the options is accepted, any other is refused", () => {
    fc.assert(
      fc.property(options, text, fc.constantFrom("select", "radio", "checkbox"), (list, other, fieldType) => {
        const asked = question({ fieldType, options: list });
        const given = (choice: string) => (fieldType === "checkbox" ? [choice] : choice);
        for (const option of list) {
          expect(validateAnswer(asked, given(option))).toBeNull();
          expect(validateAnswer(asked, given(` ${option.normalize("NFD")} `))).toBeNull();
        }
        if (/[^\s\p{Cf}]/u.test(other) && !list.includes(normaliseText(other))) {
          expect(validateAnswer(asked, given(other))).toBe(signupMessages.optionUnknown);
        }
      }),
    );
  });

  test("an answer of the wrong shape is refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fieldTypes), options, (fieldType, list) => {
        const asked = question({ fieldType, options: isChoice(fieldType) ? list : null });
        const wrong = fieldType === "checkbox" ? (list[0] ?? "") : list;
        expect(validateAnswer(asked, wrong)).toBe(signupMessages.answerInvalid);
      }),
    );
  });

  test("an answer in free text is limited by its type and has lines only in a text area", () => {
    expect(validateAnswer(question(), "x".repeat(limits.shortAnswerMax + 1))).toMatch(/au maximum/);
    expect(validateAnswer(question({ fieldType: "textarea" }), "x".repeat(limits.longAnswerMax))).toBeNull();
    expect(validateAnswer(question(), "a\nb")).toMatch(/non autorisés/);
    expect(validateAnswer(question({ fieldType: "textarea" }), "a\r\nb")).toBeNull();
  });

  test("an accepted text can be stored and stays accepted in its stored form", () => {
    const anyQuestion = fc.record({
      fieldType: fc.constantFrom(...fieldTypes),
      options: fc.option(options),
      required: fc.boolean(),
    });
    fc.assert(
      fc.property(anyQuestion, fc.oneof(text, fc.array(text, { maxLength: 4 })), (values, value) => {
        const asked = question(values);
        if (validateAnswer(asked, value) !== null) return;
        const { q: stored } = cleanResponses([asked], { q: value });
        expect(validateAnswer(asked, stored)).toBeNull();
        for (const part of [stored ?? []].flat()) expect(isStorableText(part)).toBe(true);
      }),
    );
  });
});

describe("a whole form", () => {
  test("a form reports every mistake by field", () => {
    const asked = [question({ id: "a" }), question({ id: "b", targetType: "brand" })];
    const form = { firstname: "", name: "", email: "", website: "", responses: { z: "x" } };
    expect(validateSignup("brand", asked, form)).toEqual({
      firstname: "Le prénom est requis",
      name: "Le nom est requis",
      email: "L'email est requis",
      website: "Le site web est requis",
      "responses.b": "Ce champ est requis",
      "responses.z": signupMessages.questionGone,
    });
  });

  test("a form without mistakes reports nothing", () => {
    const form = { firstname: "Zoé", name: "L", email: "z@l.fr", responses: { q: "x", old: "" } };
    expect(validateSignup("user", [question()], form)).toEqual({});
  });

  test("a form with keys of the object prototype is judged by its own fields alone", () => {
    const responses = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
    const form = { firstname: "Zoé", name: "L", email: "z@l.fr", responses };
    expect(Object.keys(validateSignup("user", [], form)).sort()).toEqual([
      "responses.__proto__",
      "responses.constructor",
    ]);
  });
});
