import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { campaignId, fakeCampaigns, sentCampaign } from "#test/support/ui/campaigns-fake.ts";
import { campaignsPath, progress } from "#test/support/ui/campaigns-page.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const id = campaignId(1);
const path = `${campaignsPath}/${id}`;
const completed = {
  status: "completed",
  sent: 4,
  failed: 1,
  finishedAt: "2026-01-31T12:05:00.000Z",
} as const;
/** An event stream that ended is opened again after this time. */
const reopenMs = 2_000;
const summary = "Emails envoyés avec succès: 4. Échecs: 1.";

test("the progress follows the events of the server until the send has ended", async () => {
  const { answers, change } = fakeCampaigns([sentCampaign(1, "running")]);
  await openAdmin(path, answers);
  await expect.element(progress).toMatchTextContent("Envoyés0");
  change(id, { sent: 3 });
  await expect.element(progress).toMatchTextContent("Envoyés3");
  change(id, completed);
  await expect.element(progress).toMatchTextContent(summary);
});

test("the progress reconnects after its event stream was refused and after it was cut", async () => {
  const { answers, change } = fakeCampaigns([sentCampaign(1, "running")]);
  const asked = { refused: 0, cut: 0 };
  let trouble: keyof typeof asked | null = "refused";
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  await openAdmin(path, {
    ...answers,
    "GET /api/admin/campaigns/:id/events": (request) => {
      if (trouble) asked[trouble] += 1;
      if (trouble === "refused") return refuse(503, { code: "unavailable", message: "Indisponible." });
      if (trouble === "cut") throw new TypeError("connection reset");
      return answers["GET /api/admin/campaigns/:id/events"]?.(request) ?? Response.error();
    },
  });
  for (const next of ["cut", null] as const) {
    await expect.poll(() => trouble && asked[trouble]).toBeGreaterThan(0);
    trouble = next;
    await vi.advanceTimersByTimeAsync(reopenMs);
  }
  change(id, completed);
  await expect.element(progress).toMatchTextContent(summary);
});

test("a scheduled send that failed to start shows the reason", async () => {
  const { answers } = fakeCampaigns([
    sentCampaign(1, "scheduled", { pausedReason: "L’envoi n’a pas pu commencer." }),
  ]);
  await openAdmin(path, answers);
  await expect.element(progress.getByRole("alert")).toMatchTextContent("L’envoi n’a pas pu commencer.");
});

test("a send that its mail server delays counts down by the server's clock, and can be retried at once", async () => {
  const { answers } = fakeCampaigns([
    sentCampaign(1, "paused", {
      pausedReason: "Le serveur SMTP ne répond pas (ETIMEDOUT).",
      nextAttemptAt: new Date(Date.now() + 20 * 60_000).toISOString(), // this browser's clock is 5 minutes late
      nextAttemptInMs: 15 * 60_000,
    }),
  ]);
  await openAdmin(path, answers);
  const notice = progress.getByRole("alert");
  await expect.element(notice).toMatchTextContent("Le serveur SMTP ne répond pas (ETIMEDOUT).");
  await expect.element(notice).toMatchTextContent(/Prochain essai à \d\d:\d\d \(dans 1[45] min \d\d s\)/);
  await expect.element(progress.getByRole("button", { name: "Rester en pause" })).toBeVisible();
  await progress.getByRole("button", { name: "Réessayer maintenant" }).click();
  await expect.element(progress).toMatchTextContent("En cours");
  await expect.element(progress).not.toMatchTextContent("Prochain essai");
});

test("closing the progress leads to the list of campaigns", async () => {
  const { answers } = fakeCampaigns([sentCampaign(1, "completed", completed)]);
  const { address } = await openAdmin(path, answers);
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.element(page.getByRole("link", { name: "La bêta ouvre" })).toBeVisible();
  await expect.poll(address).toBe(campaignsPath);
});
