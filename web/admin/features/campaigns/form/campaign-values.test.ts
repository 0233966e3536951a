import { expect, test } from "vitest";
import { campaignStart, emptyCampaign, scheduleProblem } from "./campaign-values.ts";

test("bulk mail goes to all approved sign-ups at once by default", () => {
  expect(campaignStart({ ...emptyCampaign, subject: "Bonjour", content: "<p>x</p>" })).toEqual({
    kind: "news",
    recipientType: "all",
    statusFilter: "approved",
    segmentId: null,
    subject: "Bonjour",
    content: "<p>x</p>",
  });
});

test("only service messages have a reason", () => {
  const values = { ...emptyCampaign, reason: "Votre place est prête" };
  expect(campaignStart(values)).not.toHaveProperty("reason");
  expect(campaignStart({ ...values, kind: "service" })).toMatchObject({ reason: "Votre place est prête" });
});

test("a typed time without a scheduled start changes nothing", () => {
  expect(campaignStart({ ...emptyCampaign, scheduledAt: "2027-01-05T09:00" })).not.toHaveProperty(
    "scheduledAt",
  );
});

test("a scheduled start is read in Paris time", () => {
  const values = { ...emptyCampaign, later: true, scheduledAt: "2027-01-05T09:00" };
  expect(campaignStart(values)).toMatchObject({ scheduledAt: "2027-01-05T08:00:00.000Z" });
});

test("a scheduled start needs a time in the future", () => {
  const now = new Date("2027-01-05T08:00:00Z");
  expect(scheduleProblem({ later: true, scheduledAt: "" }, now)).toBe("Indiquez une date et une heure");
  expect(scheduleProblem({ later: true, scheduledAt: "2027-01-05T09:00" }, now)).toBe(
    "La date d’envoi est déjà passée.",
  );
  expect(scheduleProblem({ later: true, scheduledAt: "2027-01-05T09:01" }, now)).toBeNull();
  expect(scheduleProblem({ later: false, scheduledAt: "" }, now)).toBeNull();
});
