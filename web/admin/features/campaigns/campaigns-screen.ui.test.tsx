import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { campaign, fakeCampaigns, sentCampaign } from "#test/support/ui/campaigns-fake.ts";
import { campaignsPath, subject } from "#test/support/ui/campaigns-page.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

test("an empty list of campaigns offers the first message, and the key N begins one", async () => {
  const { address } = await openAdmin(campaignsPath, fakeCampaigns().answers);
  await expect.element(page.getByText("Votre premier envoi commence ici")).toBeVisible();
  await userEvent.keyboard("n");
  await expect.poll(address).toBe(`${campaignsPath}/new`);
  // In a field the key N types a letter.
  await subject.click();
  await userEvent.keyboard("non");
  await expect.element(subject).toHaveValue("non");
});

test("the list of campaigns counts its groups and shows one of them", async () => {
  const { answers } = fakeCampaigns([
    campaign(2, { subject: "Brouillon" }),
    sentCampaign(1, "completed", { subject: "Parti" }),
  ]);
  const { address } = await openAdmin(campaignsPath, answers);
  await expect.element(page.getByRole("button", { name: "Brouillons (1)" })).toBeVisible();
  await page.getByRole("button", { name: "Terminés (1)" }).click();
  await expect.element(page.getByRole("link", { name: "Parti" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Brouillon" })).not.toBeInTheDocument();
  await expect.poll(address).toBe(`${campaignsPath}?group=done`);
});

test("an address with an invalid id of a campaign shows the list and reads no other endpoint", async () => {
  const { api } = await openAdmin(`${campaignsPath}/..%2Fwaves`, fakeCampaigns().answers);
  await expect.element(page.getByText("Votre premier envoi commence ici")).toBeVisible();
  expect(api.calls).not.toContain("GET /api/admin/waves");
});
