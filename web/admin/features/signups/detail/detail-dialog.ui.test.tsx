import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, idOf, signup, signups } from "#test/support/ui/signups-fake.ts";
import {
  countDecisions,
  detailsOf,
  dialogOf,
  expectStatus,
  nameOf,
  openDetails,
  openList,
  pendingList,
  wholeList,
} from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

const button = (name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name });

test.each([
  [1200, "a panel at the side, beside the list"],
  [1000, "a dialog in the middle"],
])("at %i px an opened sign-up is %s", async (width) => {
  await page.viewport(width, 800);
  await openList(3);
  await openDetails(0);
  await expect.element(button("Approuver")).toBeInViewport();
  const frame = () => dialogOf(0).element().getBoundingClientRect();
  if (width < 1_200) return expect(Math.abs(frame().left - (width - frame().right))).toBeLessThan(20);
  // A resized page applies its media queries and viewport units some frames later.
  await expect.poll(frame).toMatchObject({ right: width, top: 0, height: 800 });
  expect(frame().left).toBeGreaterThan(width / 2);
  const overlay = document.querySelector(".mantine-Modal-overlay");
  expect(overlay && getComputedStyle(overlay).backgroundColor).toBe("rgba(0, 0, 0, 0)");
});

test("the list marks the row of the opened sign-up as the current one, also after a step of the review", async () => {
  const { press } = controlPresses();
  await openList(3);
  const current = () =>
    [...document.querySelectorAll("[data-signup][aria-current]")].map(({ id }) => id.slice(-idOf(0).length));
  expect(current()).toEqual([]);
  await openDetails(0);
  await expect.element(dialogOf(0)).toBeVisible();
  expect(current()).toEqual([idOf(0)]);
  await press("j");
  await expect.poll(current).toEqual([idOf(1)]);
  await press("{Escape}");
  await expect.poll(current).toEqual([]);
});

test("J and the arrows step through opened sign-ups, and Escape closes the dialog", async () => {
  const { press } = controlPresses();
  await openList(3);
  await openDetails(0);
  await press("j");
  await expect.element(dialogOf(1)).toBeVisible();
  await press("{ArrowRight}");
  await expect.element(dialogOf(2)).toBeVisible();
  await press("{ArrowLeft}");
  await expect.element(dialogOf(1)).toBeVisible();
  await press("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a decision opens the next sign-up with the focus on its name, so that Enter decides nothing", async () => {
  const { press } = controlPresses();
  const { api } = await openList(3);
  await openDetails(0);
  await press("a");
  await expect.element(dialogOf(1)).toBeVisible();
  await expectStatus("Inscription approuvée", 0);
  await expect.poll(() => document.activeElement?.textContent).toBe(nameOf(1));
  await press("{Enter}");
  expect(await countDecisions(api)).toBe(1);
});

test("Z in the dialog undoes the last decision and opens its sign-up again", async () => {
  const { press } = controlPresses();
  const { expectCounts } = await openList(3);
  await openDetails(0);
  await press("a");
  await expectStatus("Inscription approuvée", 0);
  await press("z");
  await expect.element(dialogOf(0)).toBeVisible();
  await expectStatus("est à nouveau en attente", 0);
  await expectCounts({ pending: 3 });
});

test("single-letter keys that are switched off decide nothing in the dialog, while arrow keys still step", async () => {
  const { press } = controlPresses();
  const { answers } = fakeSignups(signups(2));
  const preferences = { ...superAdmin.preferences, singleKeys: false };
  const { api } = await openAdmin(pendingList, answers, { ...superAdmin, preferences });
  await openDetails(0);
  await press("a", "{ArrowRight}");
  await expect.element(dialogOf(1)).toBeVisible();
  expect(await countDecisions(api)).toBe(0);
});

test("a review of decided sign-ups continues on the next page with a pending one", async () => {
  const { press } = controlPresses();
  const rows = signups(12).map((row, index) => (index < 9 ? { ...row, status: "approved" as const } : row));
  const { answers } = fakeSignups(rows);
  const { address, api } = await openAdmin(wholeList, answers);
  await openDetails(9);
  await expect.poll(() => api.calls.filter((call) => call.endsWith("/signups/user")).length).toBe(2);
  await press("a");
  await expect.element(dialogOf(10)).toBeVisible();
  await expect.poll(address).toContain("page=2");
});

test("a review that empties the last page returns to the first pending sign-up of the previous page", async () => {
  const { press } = controlPresses();
  const { answers, expectCounts } = fakeSignups(signups(12));
  await openAdmin(`${pendingList}&page=2`, answers);
  await openDetails(10);
  await press("a");
  await expect.element(dialogOf(11)).toBeVisible();
  await press("r");
  await expect.element(dialogOf(0)).toBeVisible();
  await expectCounts({ approved: 1, rejected: 1, pending: 10 });
});

const longAnswer = {
  questionId: idOf(900),
  question: "Votre histoire ?",
  fieldType: "textarea" as const,
  value: "Une longue histoire. ".repeat(200),
};

test("the dialog's buttons stay in view under long answers, and the next sign-up begins at its top", async () => {
  const { press } = controlPresses();
  const answers = [longAnswer];
  await openAdmin(pendingList, fakeSignups([signup(0, { answers }), signup(1, { answers })]).answers);
  await openDetails(0);
  await expect.element(button("Approuver")).toBeInViewport();
  const dialog = dialogOf(0).element();
  dialog.scrollTo(0, dialog.scrollHeight);
  expect(dialog.scrollTop).toBeGreaterThan(0);
  await expect.element(button("Approuver")).toBeInViewport();
  await press("a");
  await expect.element(dialogOf(1)).toBeVisible();
  await expect.poll(() => dialogOf(1).element().scrollTop).toBe(0);
});

test("the dialog calls a brand by its own name in title, status and question", async () => {
  const { press } = controlPresses();
  const brands = ["Maison Brune", "Atelier Noir"].map((name, index) => signup(index, { name }));
  await openAdmin("/admin/dashboard/brands?status=pending", fakeSignups(brands).answers);
  await page.getByRole("button", { name: "Détails de Maison Brune" }).click();
  await expect.element(page.getByRole("dialog", { name: "Maison Brune" })).toBeVisible();
  await expect.element(button("Approuver")).toBeVisible();
  await press("a");
  const next = page.getByRole("dialog", { name: "Atelier Noir" });
  await expect.element(next.getByText("Inscription approuvée : Maison Brune")).toBeVisible();
  await next.getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog", { name: /^Supprimer cette inscription/ });
  await expect.element(question.filter({ hasText: "L’inscription de Atelier Noir" })).toBeVisible();
});

test("a decided sign-up offers no decision in its row and in its dialog", async () => {
  const { answers } = fakeSignups([signup(0, { status: "rejected" })]);
  await openAdmin(wholeList, answers);
  await openDetails(0);
  await expect.element(dialogOf(0).getByText("Rejeté", { exact: true })).toBeVisible();
  await expect.element(button("Supprimer")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^(Approuver|Rejeter)/ })).not.toBeInTheDocument();
});

test("the dialog marks a duplicate and a disposable address, and links to the original sign-up", async () => {
  const duplicate = signup(0, { duplicateOf: idOf(1), disposableEmail: true });
  await openAdmin(wholeList, fakeSignups([duplicate, signup(1)]).answers);
  await expect.element(detailsOf(1)).toBeVisible();
  expect(page.getByText("Doublon", { exact: true }).elements()).toHaveLength(1);
  expect(page.getByText("Adresse jetable", { exact: true }).elements()).toHaveLength(1);
  await openDetails(0);
  await expect.element(dialogOf(0).getByText("Adresse jetable", { exact: true })).toBeVisible();
  await expect
    .element(dialogOf(0).getByText(/Une inscription plus ancienne a la même adresse/))
    .toBeVisible();
  await button("Voir l’inscription d’origine").click();
  await expect.element(dialogOf(1)).toBeVisible();
  await expect.element(dialogOf(1).getByText("Doublon", { exact: true })).not.toBeInTheDocument();
});
