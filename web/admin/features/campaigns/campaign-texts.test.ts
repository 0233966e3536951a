import { expect, test } from "vitest";
import { recipientSentence } from "./campaign-texts.ts";

test("who is reached is said with why the others are not", () => {
  expect(recipientSentence({ total: 31, count: 12, withoutConsent: 17, suppressed: 2 })).toBe(
    "31 inscrits, 12 destinataires\u00a0: 17 sans consentement, 2 désinscrits",
  );
  expect(recipientSentence({ total: 3, count: 2, withoutConsent: 0, suppressed: 1 })).toBe(
    "3 inscrits, 2 destinataires\u00a0: 1 désinscrit",
  );
  expect(recipientSentence({ total: 1, count: 1, withoutConsent: 0, suppressed: 0 })).toBe(
    "1 inscrit, 1 destinataire",
  );
});
