import { expect, test } from "vitest";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DomainVerdict } from "#contract/email-domain.ts";
import { gmailCutBytes } from "#server/mail/content/shown-mail.service.ts";
import {
  judgeDomain,
  judgeEmptyVariables,
  judgeLinks,
  judgePictures,
  judgeRecipients,
  judgeSize,
  judgeSubject,
  judgeVariables,
  mayCarryUnsubscribeLinks,
} from "./campaign-checks.rules.ts";

test.each([
  ["", "error"],
  ["La bêta ouvre", "ok"],
  ["LA BÊTA OUVRE DEMAIN", "warn"],
  ["IKEA et LVMH", "ok"],
  ["La bêta ouvre !!", "warn"],
  [`Une très longue phrase ${"x".repeat(60)}`, "warn"],
  ["BIENVENUE {{firstName}}", "ok"],
])("the subject %j is %s", (subject, verdict) => {
  expect(judgeSubject(subject).verdict).toBe(verdict);
});

test("a campaign without recipients is an error", () => {
  expect(judgeRecipients(0).verdict).toBe("error");
  expect(judgeRecipients(2)).toMatchObject({ verdict: "ok", text: "2 destinataires." });
});

test("names a broken link, and ignores one that could not be checked", () => {
  const good = { address: "https://a.fr", verdict: "ok", reason: "" } as const;
  const gone = { address: "https://b.fr", verdict: "warn", reason: "ce site n’existe pas" } as const;
  const unasked = { address: "https://c.fr", verdict: "unknown", reason: "refus" } as const;
  const all = { left: 0, withoutTarget: [] };
  expect(judgeLinks({ ...all, checked: [good] }).verdict).toBe("ok");
  expect(judgeLinks({ ...all, checked: [good, unasked] }).verdict).toBe("unknown");
  expect(judgeLinks({ ...all, checked: [good], left: 3 }).verdict).toBe("unknown");
  expect(judgeLinks({ ...all, checked: [good, gone] })).toMatchObject({
    verdict: "warn",
    details: ["https://b.fr : ce site n’existe pas"],
  });
  expect(judgeLinks({ checked: [good, gone], left: 0, withoutTarget: ["Voir l’offre"] })).toMatchObject({
    verdict: "warn",
    text: "Un lien ne mène nulle part.",
    details: ["« Voir l’offre » : ce lien n’a pas d’adresse", "https://b.fr : ce site n’existe pas"],
  });
});

test("pictures without a text and a message that Gmail cuts are warnings", () => {
  expect(judgePictures({ all: 2, withoutText: 0 }).verdict).toBe("ok");
  expect(judgePictures({ all: 2, withoutText: 1 }).verdict).toBe("warn");
  expect(judgeSize(20_000)).toMatchObject({ verdict: "ok", text: expect.stringContaining(" 20 Ko") });
  expect(judgeSize(gmailCutBytes - 1)).toMatchObject({
    verdict: "warn",
    text: expect.stringContaining("tout près"),
  });
  expect(judgeSize(gmailCutBytes).text).toContain("Gmail le coupe");
});

test("an unknown variable is an error, an empty one a warning with names", () => {
  const none = { unknown: [], broken: [], off: [] };
  expect(judgeVariables({ ...none, unknown: ["prenom"] })).toMatchObject({
    verdict: "error",
    details: ["{{prenom}}"],
  });
  expect(judgeVariables({ ...none, broken: ["{{prénom"] })).toMatchObject({
    verdict: "error",
    details: ["{{prénom"],
  });
  expect(judgeVariables({ ...none, off: ["referralLink"] })).toMatchObject({
    verdict: "warn",
    details: ["{{referralLink}}"],
  });
  expect(judgeVariables(none).verdict).toBe("ok");
  expect(judgeEmptyVariables([{ variable: "name", count: 0, first: [] }]).verdict).toBe("ok");
  expect(judgeEmptyVariables([{ variable: "name", count: 3, first: ["Léa", "Zoé"] }])).toMatchObject({
    verdict: "warn",
    details: ["{{name}} est vide pour 3 personnes : Léa, Zoé…"],
  });
});

test("the row of the domain names the errors of the last check, which do not prevent the start", () => {
  const row = (key: DomainCheckRow["key"], verdict: DomainVerdict) => ({ key, verdict, found: "" });
  const check = (rows: DomainCheckRow[], checkedAt: string | null = "2026-11-22T12:00:00Z") =>
    judgeDomain({ domain: "exemple.fr", checkedAt, verdict: "unknown", rows });
  expect(check([], null).verdict).toBe("unknown");
  expect(check([row("spf", "ok"), row("probe", "unknown")])).toMatchObject({ verdict: "ok" });
  expect(check([row("dmarc", "warn")])).toMatchObject({
    verdict: "ok",
    text: expect.stringContaining("à surveiller : DMARC"),
  });
  expect(check([row("spf", "error"), row("dmarc", "warn")])).toMatchObject({
    verdict: "warn",
    details: ["SPF"],
  });
});

test.each([
  ["https://tenue.example", true],
  ["http://tenue.example", false],
  ["http://192.168.1.10:3000", false],
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["http://tenue.localhost", true],
  ["http://tenue.test", true],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
])("with the site at %s, mails may have unsubscribe links: %s", (baseUrl, may) => {
  expect(mayCarryUnsubscribeLinks(baseUrl)).toBe(may);
});
