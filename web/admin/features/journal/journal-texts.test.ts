import { expect, test } from "vitest";
import { journalActions } from "#contract/journal.ts";
import { journalDetails } from "#contract/journal-details.ts";
import { actionLabel, actorLabel, describeDetails, shortReference, subjectLink } from "./journal-texts.ts";

test("the details of a journal entry are in French, with typed text unchanged", () => {
  expect(
    describeDetails({ audience: "brand", count: 1200, isSuperAdmin: true, question: "up", reason: null }),
  ).toEqual([
    "Public\u00a0: marques",
    "Nombre\u00a0: 1\u202f200",
    "Super Administrateur\u00a0: oui",
    "Question\u00a0: up",
  ]);
});

test("a changed mail transport is written with its old and new server and port", () => {
  expect(
    describeDetails({ provider: "smtp", host: "auto", port: 2525, previousHost: "smtp.exemple.fr" }),
  ).toEqual([
    "Fournisseur\u00a0: Serveur SMTP",
    "Serveur SMTP\u00a0: auto",
    "Port SMTP\u00a0: 2525",
    "Serveur SMTP précédent\u00a0: smtp.exemple.fr",
  ]);
});

/** Names and words that are not French. */
const foreign =
  /\b(true|false|null|undefined|brand|user|all|pending|approved|rejected|up|down|calm|raised|attack|auto)\b/;

test.each(Object.keys(journalActions))("the action %s has a French text", (action) => {
  expect(actionLabel(action)).toMatch(/^\p{Lu}[\p{L}’' -]+$/u);
  expect(actionLabel(action)).not.toBe(action);
});

test.each(everyDetail())("the detail %s with the value %j has a French text", (name, value) => {
  const [line] = describeDetails({ [name]: value });
  expect(line).toMatch(/^\p{Lu}[\p{L}’' -]+\u00a0: \S/u);
  expect(line).not.toMatch(foreign);
  expect(line?.startsWith(`${name}\u00a0:`)).toBe(false);
});

function everyDetail(): [string, string | number | boolean][] {
  return Object.entries(journalDetails).flatMap(([name, detail]): [string, string | number | boolean][] => {
    if (detail.kind === "words") return Object.keys(detail.texts).map((word) => [name, word]);
    if (detail.kind === "truth") return [true, false].map((value) => [name, value]);
    return [[name, detail.kind === "text" ? "Écrit" : 1]];
  });
}

test("unknown values in a journal entry are shown unchanged", () => {
  expect(actionLabel("later.action")).toBe("later.action");
  expect(actionLabel("toString")).toBe("toString");
  expect(describeDetails({ later: "value" })).toEqual(["later\u00a0: value"]);
});

test("a journal entry without an administrator names the system as its author", () => {
  expect(actorLabel("system")).toBe("Système");
  expect(actorLabel("a@tenue.example")).toBe("a@tenue.example");
});

test("an id is shortened to its distinguishing part", () => {
  expect(shortReference("7cb4ff8f-b14c-43c2-bc28-67cc41536093")).toBe("Réf. 7cb4ff8f");
  expect(shortReference("42")).toBe("Réf. 42");
});

const subject = "7cb4ff8f-b14c-43c2-bc28-67cc41536093";
const link = (action: string, details = {}) => subjectLink({ action, subject, details })?.address;

test.each([
  ["signup.approved", { audience: "user" }, `/admin/dashboard/signups?signup=${subject}`],
  ["signup.rejected", { audience: "brand" }, `/admin/dashboard/brands?signup=${subject}`],
  ["campaign.paused", {}, `/admin/dashboard/email-sender?campaign=${subject}`],
  ["question.updated", {}, `/admin/dashboard/questionnaire?question=${subject}`],
  ["email.template_created", {}, `/admin/dashboard/emails?tab=templates&template=${subject}`],
  ["email.template_updated", {}, `/admin/dashboard/emails?tab=templates&template=${subject}`],
  ["email.single_sent", {}, `/admin/dashboard/emails?tab=log&entry=${subject}`],
  ["stats.exported", {}, `/admin/dashboard/stats?questionId=${subject}`],
  ["session.refused", {}, `/admin/dashboard/users?admin=${subject}`],
  ["admin.invited", {}, `/admin/dashboard/users?admin=${subject}`],
  ["account.password_changed", {}, `/admin/dashboard/users?admin=${subject}`],
])("the action %s with %j links to its subject", (action, details, address) => {
  expect(link(action, details)).toBe(address);
});

test("journal entries with a deleted, unknown or missing subject have no link", () => {
  for (const kind of ["signup", "question", "admin"]) expect(link(`${kind}.deleted`)).toBeUndefined();
  expect(link("later.action")).toBeUndefined();
  expect(link("toString.action")).toBeUndefined();
  expect(subjectLink({ action: "session.refused", subject: null, details: {} })).toBeNull();
});
