import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { holdEach } from "#test/support/ui/signups-fake.ts";
import {
  detailsOf,
  dialogOf,
  expectFocusedRow,
  expectRows,
  nameOf,
  openDetails,
  openList,
} from "#test/support/ui/signups-page.ts";

const question = page.getByRole("dialog", { name: /^Supprimer cette inscription/ });

async function askToDelete(index: number): Promise<void> {
  await openDetails(index);
  await dialogOf(index).getByRole("button", { name: "Supprimer" }).click();
  await expect.element(question.filter({ hasText: `L’inscription de ${nameOf(index)}` })).toBeVisible();
}

test("deleting a sign-up asks first and describes its effect, and 'Annuler' returns to the sign-up", async () => {
  const { counts } = await openList(1);
  await askToDelete(0);
  await expect.element(question).toHaveAccessibleDescription(/sont effacées de la base et des statistiques/);
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect.element(dialogOf(0)).toBeVisible();
  expect(counts()).toMatchObject({ all: 1 });
});

test("the question stays open until the server answers a deletion that is under way", async () => {
  const { api, answers } = await openList(2);
  const { fake, waiting } = holdEach(answers["DELETE /api/admin/signups/:audience/:id"]);
  api.answer({ "DELETE /api/admin/signups/:audience/:id": fake });
  await askToDelete(0);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect.poll(() => waiting.length).toBe(1);
  await question.getByRole("button", { name: "Annuler" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toBeVisible();
  waiting[0]?.();
  await expectRows(["N001"]);
  await expect.element(question).not.toBeInTheDocument();
});

test("after deleting a sign-up by keyboard the next row has the focus, and a notice confirms the deletion", async () => {
  const { expectCounts } = await openList(2);
  (detailsOf(0).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialogOf(0).getByRole("button", { name: "Supprimer" })).toBeVisible();
  (dialogOf(0).getByRole("button", { name: "Supprimer" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(question).toBeVisible();
  (question.getByRole("button", { name: "Supprimer" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expectRows(["N001"]);
  await expectFocusedRow(1);
  await expectCounts({ all: 1 });
  await expect.element(page.getByText(`L’inscription de ${nameOf(0)} est supprimée.`)).toBeVisible();
});

test("after the deletion of the last sign-up the heading has the focus", async () => {
  await openList(1, "/admin/dashboard/signups?search=n000");
  await askToDelete(0);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect.element(page.getByText("Aucune inscription ne correspond")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});
