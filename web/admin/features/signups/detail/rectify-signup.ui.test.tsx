import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SignupDetail } from "#contract/signup.schema.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signup } from "#test/support/ui/signups-fake.ts";

test("a sign-up is corrected in its dialog, and a notice says that a new address must be confirmed", async () => {
  let stored: SignupDetail = { ...signup(7), limitedAt: null, version: 1 };
  await openAdmin(`/admin/dashboard/signups?signup=${stored.id}`, {
    ...fakeSignups([signup(7)]).answers,
    "GET /api/admin/signups/:audience/:id": () => stored,
    "PUT /api/admin/signups/:audience/:id": ({ json: { version, email } }) => {
      stored = { ...stored, email, version: version + 1, confirmedAt: null };
      return stored;
    },
  });
  await page.getByRole("dialog").getByRole("button", { name: "Rectifier" }).click();
  const dialog = page.getByRole("dialog", { name: "Rectifier l’inscription" });
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("n007@ailleurs.example");
  await expect.element(dialog).toMatchTextContent("La nouvelle adresse devra être confirmée");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole("dialog")).toMatchTextContent("n007@ailleurs.example");
});
