import { expect } from "vitest";
import { page } from "vitest/browser";
import type { FakeApi } from "./fake-api.ts";
import { openAdmin } from "./open-admin.tsx";
import { fakeSignups, signups } from "./signups-fake.ts";

export const pendingList = "/admin/dashboard/signups?status=pending";
/** The list without a status filter, in which decided sign-ups stay. */
export const wholeList = "/admin/dashboard/signups";

/** The name of `signup(index)`. */
export const nameOf = (index: number) => `N${String(index).padStart(3, "0")} Martin`;

export const rowOf = (index: number) => page.getByRole("row").filter({ hasText: nameOf(index) });
export const dialogOf = (index: number) => page.getByRole("dialog", { name: nameOf(index) });
export const detailsOf = (index: number) => page.getByRole("button", { name: `Détails de ${nameOf(index)}` });

/** Waits until the list, and the dialog over it, show the last decision for this person. */
export const expectStatus = (text: string, index: number) =>
  expect
    .element(
      page
        .getByRole("status")
        .filter({ hasText: text })
        .filter({ hasText: nameOf(index) })
        .first(),
    )
    .toBeVisible();

/** The names in the rows, in displayed order. */
export function rowNames(): string[] {
  const rows = [...document.querySelectorAll("[data-signup]")];
  return rows.map((row) => /N\d{3}/.exec(row.textContent)?.[0] ?? row.textContent);
}

export const expectRows = (names: string[]) => expect.poll(rowNames).toEqual(names);

/** Waits until the row itself has the focus. */
export async function expectFocusedRow(index: number): Promise<void> {
  const focusedRow = () =>
    document.activeElement?.matches("[data-signup]") && document.activeElement.textContent;
  await expect.poll(focusedRow).toContain(nameOf(index));
}

/** Opens a list of `count` pending sign-ups. */
export async function openList(count: number, path = pendingList) {
  const fake = fakeSignups(signups(count));
  const admin = await openAdmin(path, fake.answers);
  await expect.element(rowOf(0)).toBeVisible();
  return { ...fake, ...admin };
}

/** Opens a sign-up by its button and waits until it can be decided. */
export async function openDetails(index: number): Promise<void> {
  await detailsOf(index).click();
  const answers = dialogOf(index).getByRole("region", { name: "Réponses au questionnaire" });
  await expect.element(answers).toBeVisible();
}

/** Counts the sent decisions. It first waits some frames, after which a new decision has been sent. */
export async function countDecisions({ calls }: FakeApi): Promise<number> {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  return calls.filter((call) => call.startsWith("PATCH /api/admin/signups/")).length;
}
