import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, idOf, signup, signups } from "#test/support/ui/signups-fake.ts";
import { dialogOf, openDetails, pendingList, wholeList } from "#test/support/ui/signups-page.ts";

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

const correction = page.getByRole("dialog", { name: "Rectifier l’inscription" });
const leave = page
  .getByRole("dialog", { name: "Quitter sans enregistrer ?" })
  .getByRole("button", { name: "Quitter sans enregistrer" });
const openCorrection = (index: number) => dialogOf(index).getByRole("button", { name: "Rectifier" }).click();

test("the correction of a sign-up closes with the step back to its duplicate, whose form has none of the typed text", async () => {
  const duplicate = signup(0, { duplicateOf: idOf(1) });
  const { router } = await openAdmin(wholeList, fakeSignups([duplicate, signup(1)]).answers);
  await openDetails(0);
  await dialogOf(0).getByRole("button", { name: "Voir l’inscription d’origine" }).click();
  await openCorrection(1);
  await correction.getByRole("textbox", { name: "E-mail" }).fill("n001@ailleurs.example");
  await router.navigate(-1);
  await leave.click();
  await expect.element(dialogOf(0)).toBeVisible();
  await expect.element(correction).not.toBeInTheDocument();
  await openCorrection(0);
  await expect.element(correction.getByRole("textbox", { name: "E-mail" })).toHaveValue("n000@exemple.fr");
});

test("the correction of a sign-up that was left by the browser's 'back' stays closed when details open again", async () => {
  const { router } = await openAdmin(pendingList, fakeSignups(signups(2)).answers);
  await openDetails(0);
  for (const index of [0, 1]) {
    await openCorrection(0);
    await expect.element(correction).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await openDetails(index);
    await expect.element(correction).not.toBeInTheDocument();
  }
});

test("the correction of a sign-up asks before Escape or 'Annuler' discards what was typed", async () => {
  await openAdmin(pendingList, fakeSignups(signups(1)).answers);
  await openDetails(0);
  await openCorrection(0);
  const email = correction.getByRole("textbox", { name: "E-mail" });
  await email.fill("n000@ailleurs.example");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(email).toHaveValue("n000@ailleurs.example");
  await correction.getByRole("button", { name: "Annuler" }).click();
  await leave.click();
  await expect.element(correction).not.toBeInTheDocument();
  await expect.element(dialogOf(0)).toBeVisible();
});

test("the browser's 'back' asks about an unsaved note under the unchanged correction of its sign-up", async () => {
  const { router } = await openAdmin(pendingList, fakeSignups(signups(1)).answers);
  await openDetails(0);
  const note = page.getByRole("textbox", { name: "Note privée" });
  await note.fill("Pas encore");
  await openCorrection(0);
  await expect.element(correction).toBeVisible();
  await router.navigate(-1);
  await page.getByRole("button", { name: "Continuer à modifier" }).click();
  await correction.getByRole("button", { name: "Annuler" }).click();
  await expect.element(correction).not.toBeInTheDocument();
  await expect.element(note).toHaveValue("Pas encore");
});
