import { expect, test } from "vitest";
import { subjectLink } from "./journal-links.ts";

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
])("%s with %j leads to what it speaks of", (action, details, address) => {
  expect(link(action, details)).toBe(address);
});

test("what an entry says was deleted has no link, nor has what has no subject or is not known", () => {
  for (const kind of ["signup", "question", "admin"]) expect(link(`${kind}.deleted`)).toBeUndefined();
  expect(link("later.action")).toBeUndefined();
  expect(link("toString.action")).toBeUndefined();
  expect(subjectLink({ action: "session.refused", subject: null, details: {} })).toBeNull();
});
