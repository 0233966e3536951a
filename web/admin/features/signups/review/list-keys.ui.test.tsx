import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";
import {
  countDecisions,
  dialogOf,
  expectFocusedRow,
  expectRows,
  expectStatus,
  nameOf,
  openList,
  pendingList,
  rowOf,
} from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

test("the keys J and K move the focus from row to row, and X selects the focused row", async () => {
  const { press } = controlPresses();
  await openList(3);
  await press("j");
  await expectFocusedRow(0);
  await press("j", "k");
  await expectFocusedRow(0);
  await press("x");
  await expect.element(page.getByRole("checkbox", { name: `Sélectionner ${nameOf(0)}` })).toBeChecked();
});

test("the keys A and R without a focused row decide nothing", async () => {
  const { press } = controlPresses();
  const { api } = await openList(2);
  await press("a", "r");
  expect(await countDecisions(api)).toBe(0);
});

test("the keys A and R decide on the focused row, Z undoes the last decision, and the focus follows", async () => {
  const { press } = controlPresses();
  const { expectCounts } = await openList(3);
  await press("j", "a");
  await expectFocusedRow(1);
  await press("r");
  await expectFocusedRow(2);
  await expectCounts({ approved: 1, rejected: 1, pending: 1 });
  await expectStatus("Inscription rejetée", 1);
  await press("z");
  await expectFocusedRow(1);
  await expectCounts({ approved: 1, rejected: 0, pending: 2 });
});

test("the message at the end of a review counts the decisions and has the focus", async () => {
  const { press } = controlPresses();
  const { expectCounts } = await openList(2);
  await expect.element(page.getByText("2 inscriptions à décider")).toBeVisible();
  await press("j", "a", "r");
  await expect.element(page.getByText("Tout est décidé")).toBeVisible();
  const tally = page.getByText(
    "1 inscription approuvée, 1 rejetée\u00a0: plus personne n’attend de réponse.",
  );
  await expect.element(tally).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("no-signups");
  await expectCounts({ approved: 1, rejected: 1 });
});

test("the end of a review in a search offers to clear the search", async () => {
  const { press } = controlPresses();
  const { address } = await openList(1, `${pendingList}&search=n000`);
  await press("j", "a");
  await expect.element(page.getByText("Tout est décidé dans cette recherche")).toBeVisible();
  await page.getByRole("button", { name: "Effacer les filtres" }).click();
  await expect.poll(address).toBe(pendingList);
});

test("a held or repeated key decides on one person", async () => {
  const { press } = controlPresses();
  const { expectCounts, api } = await openList(4);
  await press("j");
  await press("{a>5/}");
  await userEvent.keyboard("a");
  await expectFocusedRow(1);
  await expectCounts({ approved: 1, pending: 3 });
  expect(await countDecisions(api)).toBe(1);
});

test("a key pressed three times on a row's button decides on one person, and the next row has the focus", async () => {
  controlPresses();
  const { expectCounts, api } = await openList(3);
  const approve = page.getByRole("button", { name: `Approuver ${nameOf(0)}` });
  await expect.element(approve).toBeVisible();
  (approve.element() as HTMLElement).focus();
  await userEvent.keyboard("[Space][Space][Space]");
  await expectFocusedRow(1);
  await expectCounts({ approved: 1, pending: 2 });
  expect(await countDecisions(api)).toBe(1);
});

test("A pressed twice in one gesture decides on one person, although the focus has moved on", async () => {
  const { press, pass } = controlPresses();
  const { expectCounts } = await openList(3);
  await press("j", "a");
  await expectFocusedRow(1);
  pass(150);
  await userEvent.keyboard("a");
  await press("x");
  await expectCounts({ approved: 1, pending: 2 });
  await press("a");
  await expectCounts({ approved: 2, pending: 1 });
});

test("Z pressed twice in one gesture takes one decision back", async () => {
  const { press, pass } = controlPresses();
  const { expectCounts } = await openList(4);
  await press("j", "a", "a");
  await expectStatus("Inscription approuvée", 1);
  await press("z");
  await expectStatus("Inscription approuvée", 0);
  pass(150);
  await userEvent.keyboard("z");
  await expectCounts({ approved: 1, pending: 3 });
  await press("z");
  await expectCounts({ approved: 0, pending: 4 });
});

test("letters typed into the search field decide nothing", async () => {
  const { press } = controlPresses();
  const { api, address } = await openList(4);
  await press("j");
  await page.getByRole("searchbox").click();
  await userEvent.keyboard("ar");
  await expect.poll(address).toContain("search=ar");
  expect(await countDecisions(api)).toBe(0);
});

test("single-letter keys that are switched off decide nothing, while arrow keys still move the focus", async () => {
  const { press } = controlPresses();
  const fake = fakeSignups(signups(2));
  const admin = { ...superAdmin, preferences: { ...superAdmin.preferences, singleKeys: false } };
  const { api } = await openAdmin(pendingList, fake.answers, admin);
  await expect.element(rowOf(0)).toBeVisible();
  (rowOf(0).element() as HTMLElement).focus();
  await press("a", "r", "{ArrowDown}");
  await expectFocusedRow(1);
  expect(await countDecisions(api)).toBe(0);
});

test("Enter pressed twice on a row opens it and closes nothing", async () => {
  const { press } = controlPresses();
  const { api } = await openList(2);
  await press("j", "{Enter}");
  await expect.element(dialogOf(0)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(await countDecisions(api)).toBe(0);
  await expect.element(dialogOf(0)).toBeVisible();
});

test("moving the focus up never leaves the focused row hidden under the bar", async () => {
  const { press } = controlPresses();
  await page.viewport(1440, 500);
  await openList(10);
  await press("j");
  for (let step = 0; step < 9; step += 1) await press("j");
  for (let step = 8; step >= 0; step -= 1) {
    await press("k");
    await expectFocusedRow(step);
    const bar = document.querySelector("[data-review-bar]")?.getBoundingClientRect();
    expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      (bar?.bottom ?? 0) - 1,
    );
  }
});

test("sign-ups that arrive during a review stay out of the list until 'Actualiser' is pressed", async () => {
  const { press } = controlPresses();
  const { arrive } = await openList(3);
  arrive(9);
  await press("j", "a");
  await expectFocusedRow(1);
  await expectRows(["N001", "N002"]);
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expectRows(["N009", "N001", "N002"]);
});
