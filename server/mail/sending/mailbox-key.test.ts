import fc from "fast-check";
import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox-key.ts";

test.each([
  ["marie@exemple.fr", "marie@exemple.fr"],
  ["Marie@Exemple.FR", "marie@exemple.fr"],
  ["marie+tenue@exemple.fr", "marie@exemple.fr"],
  ["marie+a+b@exemple.fr", "marie@exemple.fr"],
  ["marie.claire@exemple.fr", "marie.claire@exemple.fr"],
  ["marie.claire@gmail.com", "marieclaire@gmail.com"],
  ["M.a.r.i.e+x.y@GoogleMail.com", "marie@gmail.com"],
  ["Marie.Cl-ai_re+x@protonmail.com", "marieclaire@proton.me"],
  ["marieclaire@pm.me", "marieclaire@proton.me"],
  ["marie-claire@gmail.com", "marie-claire@gmail.com"],
  ["marie.claire@gmail.com.exemple.fr", "marie.claire@gmail.com.exemple.fr"],
  ["+33612345678@exemple.fr", "+33612345678@exemple.fr"],
])("%s is the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/);

test("Gmail addresses that differ in dots, case, tag or domain have one mailbox", () => {
  const spelling = fc.tuple(
    word,
    fc.array(fc.boolean()),
    fc.option(word),
    fc.constantFrom("gmail.com", "googlemail.com", "Gmail.COM"),
  );
  fc.assert(
    fc.property(spelling, ([local, marks, tag, domain]) => {
      const spelt = [...local]
        .map((letter, place) => {
          const shown = marks[place] ? letter.toUpperCase() : letter;
          return place > 0 && marks[place] ? `.${shown}` : shown;
        })
        .join("");
      expect(mailboxOf(`${spelt}${tag === null ? "" : `+${tag}`}@${domain}`)).toBe(`${local}@gmail.com`);
    }),
  );
});

test("a mailbox stays the same when it is computed twice, and different people have different mailboxes", () => {
  fc.assert(
    fc.property(word, word, word, (local, other, domain) => {
      const mailbox = mailboxOf(`${local}@${domain}.fr`);
      expect(mailboxOf(mailbox)).toBe(mailbox);
      expect(mailboxOf(`${other}@${domain}.fr`) === mailbox).toBe(local === other);
    }),
  );
});
