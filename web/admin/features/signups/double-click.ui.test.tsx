import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { countDecisions, expectRows, nameOf, openList, rowOf } from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

test.each([
  ["Approuver", "approved"],
  ["Rejeter", "rejected"],
] as const)("a double click on '%s' decides on one person", async (verb, status) => {
  const { api, expectCounts } = await openList(3);
  await page.getByRole("button", { name: `${verb} ${nameOf(0)}` }).dblClick();
  await expectCounts({ [status]: 1, pending: 2 });
  expect(await countDecisions(api)).toBe(1);
});

test("a decided row stays under the pointer, so that further clicks do not decide on another person", async () => {
  const { pass } = controlPresses();
  const { expectCounts, api } = await openList(3);
  const spot = page.getByRole("button", { name: `Approuver ${nameOf(0)}` });
  const { left, top } = spot.element().getBoundingClientRect();
  await spot.click();
  await expectCounts({ approved: 1, pending: 2 });
  const readings = () => api.calls.filter((call) => call.endsWith("/signups/user")).length;
  await expect.poll(readings).toBeGreaterThan(1);
  await expectRows(["N000", "N001", "N002"]);
  pass();
  const under = document.elementFromPoint(left + 5, top + 5);
  expect(under?.closest("[data-signup]")?.textContent).toContain(nameOf(0));
  await expect.element(spot).not.toBeInTheDocument();

  await page.getByRole("searchbox").click();
  await expectRows(["N001", "N002"]);
});

test("undoing a decision makes the row under the pointer decidable again", async () => {
  const { pass } = controlPresses();
  const { expectCounts } = await openList(3);
  await page.getByRole("button", { name: `Rejeter ${nameOf(1)}` }).click();
  await expect.element(rowOf(1).getByText("Rejeté", { exact: true })).toBeVisible();
  await expectCounts({ rejected: 1 });
  pass();
  await page.getByRole("button", { name: /^Annuler/ }).click();
  await expect.element(page.getByRole("button", { name: `Rejeter ${nameOf(1)}` })).toBeVisible();
  await expectCounts({ pending: 3 });
});
