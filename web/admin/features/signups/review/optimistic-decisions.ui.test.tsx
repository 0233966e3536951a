import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { holdEach } from "#test/support/ui/signups-fake.ts";
import {
  dialogOf,
  expectFocusedRow,
  expectRows,
  expectStatus,
  nameOf,
  openDetails,
  openList,
  rowOf,
} from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

const decision = "PATCH /api/admin/signups/:audience/:id";
const undo = "POST /api/admin/signups/:audience/:id/undo";

test("a decision is shown before the server answers, and is confirmed only afterwards", async () => {
  const { press } = controlPresses();
  const { api, answers, counts, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a");
  await expectFocusedRow(1);
  await expect.element(rowOf(0).getByText("Approuvé", { exact: true })).toBeVisible();
  expect(counts()).toMatchObject({ pending: 3 });
  await expect.element(page.getByText(/Inscription approuvée/)).not.toBeInTheDocument();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expectStatus("Inscription approuvée", 0);
  await expectCounts({ approved: 1, pending: 2 });
});

test("the response to one decision does not revert a later decision", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a", "a");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.();
  await expectStatus("Inscription approuvée", 0);
  await expect.element(rowOf(1).getByText("Approuvé", { exact: true })).toBeVisible();
  waiting[1]?.();
  await expectCounts({ approved: 2, pending: 1 });
  await expectRows(["N002"]);
});

test("Z pressed before the server answers undoes the decision", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a", "z");
  await expectRows(["N000", "N001", "N002"]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expectStatus("Décision annulée", 0);
  await expectRows(["N000", "N001", "N002"]);
  await expectCounts({ pending: 3 });
  expect(api.calls.filter((call) => call.endsWith("/undo"))).toHaveLength(1);
});

test("Z pressed during two decisions undoes the last one, although the first is answered first", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a", "a", "z");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.();
  await expectStatus("Inscription approuvée", 0);
  waiting[1]?.();
  await expectRows(["N001", "N002"]);
  await expectCounts({ approved: 1, pending: 2 });
  await expectStatus("Inscription approuvée", 0);
});

test("Z pressed after each of two decisions undoes both, although the server has answered neither", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  const undos = holdEach(answers[undo]);
  api.answer({ [decision]: fake, [undo]: undos.fake });
  await press("j", "a", "z", "j", "a", "z");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.();
  waiting[1]?.();
  await expect.poll(() => undos.waiting.length).toBe(2);
  undos.waiting[0]?.();
  undos.waiting[1]?.();
  await expectCounts({ approved: 0, pending: 3 });
  await expectRows(["N000", "N001", "N002"]);
  await expectFocusedRow(1);
  await expect.element(page.getByText("Inscription approuvée")).not.toBeInTheDocument();
});

test("Z pressed twice after two decisions undoes both, although the server has answered neither", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a", "a", "z", "z");
  await expectRows(["N000", "N001", "N002"]);
  await expectFocusedRow(0);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.();
  waiting[1]?.();
  await expectCounts({ approved: 0, pending: 3 });
  await expectRows(["N000", "N001", "N002"]);
  expect(api.calls.filter((call) => call.endsWith("/undo"))).toHaveLength(2);
});

test("Z pressed twice undoes two decisions, although the server has not answered the first undo", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[undo]);
  api.answer({ [undo]: fake });
  await press("j", "a", "a");
  await expectCounts({ approved: 2, pending: 1 });
  await press("z", "z");
  await expectRows(["N000", "N001", "N002"]);
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]?.();
  waiting[1]?.();
  await expectCounts({ approved: 0, pending: 3 });
  await expectRows(["N000", "N001", "N002"]);
});

test("Z pressed twice undoes one decision when the time to undo the earlier one is over", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[undo]);
  api.answer({ [undo]: fake });
  await press("j", "a");
  await expectStatus("Inscription approuvée", 0);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 30_000);
  await press("a");
  await expectStatus("Inscription approuvée", 1);
  await press("z", "z");
  await expectRows(["N001", "N002"]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expectCounts({ approved: 1, pending: 2 });
  await expectRows(["N001", "N002"]);
  expect(api.calls.filter((call) => call.endsWith("/undo"))).toHaveLength(1);
});

test("Z undoes the last decision, although the server answered an earlier one after it", async () => {
  const { press } = controlPresses();
  const { api, answers, expectCounts } = await openList(3);
  const { fake, waiting } = holdEach(answers[decision]);
  api.answer({ [decision]: fake });
  await press("j", "a", "a");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await expectStatus("Inscription approuvée", 1);
  waiting[0]?.();
  await expectCounts({ approved: 2, pending: 1 });
  await expectStatus("Inscription approuvée", 1);
  await press("z");
  await expectStatus("Inscription approuvée", 0);
  await expectRows(["N001", "N002"]);
  await expectCounts({ approved: 1, pending: 2 });
});

test("an undone row returns to its place before the server answers", async () => {
  const { press } = controlPresses();
  const { api, answers, counts, expectCounts } = await openList(3);
  await press("j", "j", "a");
  await expectStatus("Inscription approuvée", 1);
  await expectRows(["N000", "N002"]);
  const { fake, waiting } = holdEach(answers[undo]);
  api.answer({ [undo]: fake });
  await press("z");
  await expectRows(["N000", "N001", "N002"]);
  await expectFocusedRow(1);
  await expect.element(rowOf(1).getByText("En attente")).toBeVisible();
  expect(counts()).toMatchObject({ approved: 1 });
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expectStatus("Décision annulée", 1);
  await expectRows(["N000", "N001", "N002"]);
  await expectCounts({ pending: 3 });
});

test("a decision whose undo the server refuses is shown again, and the refusal names the person", async () => {
  const { press } = controlPresses();
  const { api, counts } = await openList(3);
  await press("j", "j", "a");
  await expectStatus("Inscription approuvée", 1);
  const tooLate = held(() =>
    refuse(409, { code: "conflict", message: "Cette décision ne peut plus être annulée." }),
  );
  api.answer({ [undo]: tooLate.fake });
  await press("z");
  await expectRows(["N000", "N001", "N002"]);
  tooLate.letGo();
  await expect
    .element(
      page.getByRole("alert").filter({ hasText: `La décision sur ${nameOf(1)} n’a pas pu être annulée` }),
    )
    .toBeVisible();
  await expectRows(["N000", "N002"]);
  expect(counts()).toMatchObject({ approved: 1 });
});

const refusalOf = (index: number) =>
  page
    .getByRole("alert")
    .filter({ hasText: `${nameOf(index)}\u00a0: Cette inscription a déjà été traitée.` });

test("a decision can be undone although the list cannot be reloaded", async () => {
  const { api, answers } = await openList(2);
  const refused = () => refuse(429, { code: "too_many_requests", message: "Trop de demandes." });
  api.answer({ "GET /api/admin/signups/:audience": refused });
  await rowOf(0)
    .getByRole("button", { name: /^Approuver/ })
    .click();
  await expect.element(page.getByText(/Trop de demandes/)).toBeVisible();
  api.answer(answers);
  await page.getByRole("button", { name: /^Annuler la décision/ }).click();
  await expectStatus("Décision annulée", 0);
});

test("a refused decision names its person in the list, while the focus is on the next row", async () => {
  const { press } = controlPresses();
  const { decideElsewhere, expectCounts } = await openList(3);
  decideElsewhere(0, "rejected");
  await press("j", "a");
  await expect.element(refusalOf(0)).toBeVisible();
  await expectFocusedRow(1);
  await expectCounts({ rejected: 1, approved: 0 });
});

test("a refused decision names its person in the dialog of the next one", async () => {
  const { press } = controlPresses();
  const { decideElsewhere, expectCounts } = await openList(3);
  await openDetails(0);
  decideElsewhere(0, "rejected");
  await press("a");
  await expect.element(dialogOf(1)).toBeVisible();
  await expect
    .element(
      dialogOf(1)
        .getByRole("alert")
        .filter({ hasText: nameOf(0) }),
    )
    .toBeVisible();
  await expectCounts({ rejected: 1, approved: 0 });
});

test("a refused decision on the only sign-up shows what was decided elsewhere", async () => {
  const { decideElsewhere } = await openList(1, "/admin/dashboard/signups");
  await openDetails(0);
  decideElsewhere(0, "rejected");
  await dialogOf(0).getByRole("button", { name: "Approuver" }).click();
  await expect.element(dialogOf(0).getByRole("alert")).toBeVisible();
  await expect.element(dialogOf(0).getByText("Rejeté", { exact: true })).toBeVisible();
  await expect.element(dialogOf(0).getByRole("button", { name: "Approuver" })).not.toBeInTheDocument();
});

afterEach(() => void vi.useRealTimers());

test.each([-5, 5])(
  "a decision can be undone in a browser whose clock is %i minutes wrong",
  async (minutes) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    const { press } = controlPresses();
    await openList(2);
    await press("j", "a");
    await expectStatus("Inscription approuvée", 0);
    await page.getByRole("button", { name: /^Annuler/ }).click();
    await expectStatus("Décision annulée", 0);
  },
);
