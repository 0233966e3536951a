import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailSchema } from "./email-address.schema.ts";
import { canonicalEmail, domainOf, isEmailAddress, withCanonicalDomain } from "./email-address.ts";
import { answerMessages } from "./questions/answer-messages.ts";

// A fixed seed gives the same cases at every run.
fc.configureGlobal({ seed: 20_260_301, numRuns: 500 });

const plain = "marie.dupont@exemple.test";

/** Spellings that look almost like `plain`. A stranger may try them to send one person the same mail several times. */
const disguises: Record<string, (email: string) => string> = {
  "soft hyphens": (email) => email.replace("exem", `exem${"\u00ad".repeat(30)}`),
  "full-width letters": (email) => email.replace("@e", "@ｅ"),
  "full-width local part": (email) => email.replace("marie", "ｍａｒｉｅ"),
  "a full-width at sign": (email) => email.replace("@", "＠"),
  "mathematical letters": (email) => email.replace("@e", "@𝐞"),
  "mathematical local part": (email) => email.replace("marie", "𝓶𝓪𝓻𝓲𝓮"),
  "zero-width spaces": (email) => [...email].join("\u200b"),
  "joiners and variation selectors": (email) => email.replace("a", "a\u200d\u2060\ufe0f\u{e0100}"),
  fillers: (email) => `${email.replace("@", "\u3164@")}\uffa0`,
  "marks of direction": (email) => `\u202d\u2066${email}\u2069\u202c`,
  "a byte order mark": (email) => `\ufeff${email}`,
  "ideographic full stops": (email) => email.replace("exemple.", "exemple。"),
  "a domain in capitals": (email) => email.replace("exemple.test", "EXEMPLE.Test"),
  "spaces around": (email) => `\u00a0 ${email}\t\n`,
};

describe("an e-mail address has one form", () => {
  test.each(Object.keys(disguises))(
    "an address with %s has the same canonical form as the plain address",
    (name) => {
      expect(canonicalEmail(disguises[name]?.(plain) ?? "")).toBe(plain);
    },
  );

  test("an address with any combination of these spellings has the canonical form of the plain address", () => {
    const disguise = fc.subarray(Object.values(disguises));
    fc.assert(
      fc.property(fc.emailAddress(), disguise, (email, chosen) => {
        const typed = chosen.reduce((text, apply) => apply(text), email);
        fc.pre(typed.length <= 1_016);
        expect(canonicalEmail(typed)).toBe(canonicalEmail(email));
      }),
    );
  });

  test("the canonical form is stable, storable and free of invisible characters", () => {
    const near = fc.string({ unit: "binary", maxLength: 40 });
    const typed = fc.oneof(
      fc.emailAddress(),
      fc.tuple(near, fc.oneof(fc.domain(), near)).map(([local, domain]) => `${local}@${domain}`),
      fc.webUrl({ validSchemes: ["a"] }).map((url) => `b@${url}`),
    );
    let accepted = 0;
    fc.assert(
      fc.property(typed, (text) => {
        const email = canonicalEmail(text);
        if (email === null) return;
        accepted += 1;
        expect(canonicalEmail(email)).toBe(email);
        expect(email).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\s]/u);
        expect(domainOf(email)).toMatch(/^[a-z0-9.-]+$/);
      }),
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test("composed and decomposed letters give the same address, and domains of other alphabets become IDNA", () => {
    expect(canonicalEmail("e\u0301lodie@socie\u0301te\u0301.fr")).toBe("élodie@xn--socit-esab.fr");
    expect(canonicalEmail("élodie@société.fr")).toBe("élodie@xn--socit-esab.fr");
    expect(canonicalEmail("élodie@xn--socit-esab.fr")).toBe("élodie@xn--socit-esab.fr");
    expect(canonicalEmail("почта@пример.рф")).toBe("почта@xn--e1afmkfd.xn--p1ai");
  });

  test("the local part of an address keeps its case", () => {
    expect(canonicalEmail("Zoe.L@Exemple.FR")).toBe("Zoe.L@exemple.fr");
  });
});

test.each([
  "a@127.1",
  "a@0x7f.1",
  "a@１２７.0.0.1",
  "a@[127.0.0.1]",
  "a@exemple.test.",
  "a@exemple.test。",
  "a@ex%61mple.test",
  "a@exemple.test/x",
  "a@exemple.test:25",
  "a@b_c.test",
  "a@-b.test",
  "a@b",
  "a@b@exemple.test",
  "@exemple.test",
  "a\u0600@exemple.test",
  "a\u0085@exemple.test",
  "a\u0000@exemple.test",
  "a\ud800@exemple.test",
  "a@exem\nple.test",
  ".a@exemple.test",
  "a..b@exemple.test",
  `${"x".repeat(65)}@exemple.test`,
  `a@${"x".repeat(64)}.test`,
  `a@${"é".repeat(20)}.${"à".repeat(20)}.${"xyz.".repeat(50)}test`,
])("%j is not accepted as an address", (typed) => {
  expect(isEmailAddress(typed)).toBe(false);
  expect(emailSchema().safeParse(typed).error?.issues[0]?.message).toBe(answerMessages.emailInvalid);
});

test("a form without an address is refused", () => {
  expect(emailSchema("Et l’adresse ?").safeParse(" ").error?.issues[0]?.message).toBe("Et l’adresse ?");
  expect(emailSchema("Et l’adresse ?").safeParse(undefined).error?.issues[0]?.message).toBe("Et l’adresse ?");
});

test("an address that is too long or made of combining marks is refused without being normalised", () => {
  const marks = "\u0301\u0323".repeat(16);
  for (const typed of [
    `a${"\u00ad".repeat(1_016)}@exemple.test`,
    `a${marks}@exemple.test`,
    `${`a${marks}\u200d`.repeat(20)}@b.test`,
  ])
    expect(canonicalEmail(typed)).toBeNull();
});

test.each([
  ["post@müller.example", "post@xn--mller-kva.example"],
  ["Post@MÜLLER.ex", "Post@xn--mller-kva.ex"],
  ["@müller.example", "@xn--mller-kva.example"],
  ["post@mül", "post@mül"],
  ["post@", "post@"],
  ["marché à Müller.example", "marché à Müller.example"],
])("a search for %j becomes %j", (search, stored) => {
  expect(withCanonicalDomain(search)).toBe(stored);
});
