import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Campaign } from "#contract/campaigns.schema.ts";
import { finishedCampaign, quietDashboard, withDashboard } from "#test/support/ui/dashboard-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const panel = page.getByRole("region", { name: "Envois", exact: true });

type Lists = { running?: Campaign[]; done?: Campaign[]; scheduled?: number };

function campaigns({ running = [], done = [], scheduled = 0 }: Lists): FakeAnswers {
  return {
    "GET /api/admin/campaigns": ({ query }) => ({
      items: query.group === "running" ? running : done,
      next: null,
      counts: { draft: 0, scheduled, running: running.length, done: done.length },
    }),
  };
}

const openPanel = (answers: FakeAnswers) =>
  openAdmin("/admin/dashboard", withDashboard({ ...quietDashboard, ...answers }));

test("before the first campaign the panel leads to writing one", async () => {
  await openPanel(campaigns({}));
  await expect.element(panel).toMatchTextContent("Aucun envoi pour le moment.");
  await expect
    .element(panel.getByRole("link", { name: "Écrire aux inscrits" }))
    .toHaveAttribute("href", "/admin/dashboard/email-sender");
});

test("a paused campaign is shown with its progress and bounces, and the last one with its outcome", async () => {
  const last = finishedCampaign({ bounced: 3 });
  const paused = finishedCampaign({
    id: "00000000-0000-4000-8000-0000000000c2",
    subject: "Printemps",
    status: "paused",
    sent: 120,
    bounced: 2,
    finishedAt: null,
  });
  await openPanel(campaigns({ running: [paused], done: [last], scheduled: 2 }));
  await expect
    .element(panel.getByRole("listitem"))
    .toMatchTextContent(/^Printemps\s?En pause, 120 sur 400, 2 rebonds/);
  await expect
    .element(panel.getByRole("progressbar", { name: /Printemps/ }))
    .toHaveAttribute("aria-valuenow", "30");
  await expect.element(panel).toMatchTextContent("2 envois programmés.");
  await expect
    .element(panel)
    .toMatchTextContent(/Dernier envoi, terminé le .* : Hiver, 400 e-mails envoyés, 0 échec, 3 rebonds\./);
  await expect
    .element(panel.getByRole("link", { name: "Hiver" }))
    .toHaveAttribute("href", `/admin/dashboard/email-sender/${last.id}`);
});

test("campaigns that cannot be loaded are reported and loaded again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // the dashboard reports its own failure
  const { api } = await openPanel({
    "GET /api/admin/campaigns": () => refuse(500, { code: "internal", message: "" }),
  });
  await expect.element(panel).toMatchTextContent("Les envois n’ont pas pu être chargés.");
  api.answer(campaigns({}));
  await panel.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(panel).toMatchTextContent("Aucun envoi pour le moment.");
});
