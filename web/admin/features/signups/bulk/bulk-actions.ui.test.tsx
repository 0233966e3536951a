import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, holdEach, idOf, signup } from "#test/support/ui/signups-fake.ts";
import {
  dialogOf,
  expectRows,
  nameOf,
  openDetails,
  openList,
  rowOf,
  wholeList,
} from "#test/support/ui/signups-page.ts";

const bar = page.getByRole("region", { name: "Actions sur la sélection" });
const select = (index: number) =>
  page.getByRole("checkbox", { name: `Sélectionner ${nameOf(index)}` }).click();

test("selected sign-ups are deleted together after a confirmation, and the others stay", async () => {
  await openList(3, wholeList);
  await select(0);
  await select(2);
  await bar.getByRole("button", { name: "Supprimer" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer la sélection" });
  await expect
    .element(dialog.getByRole("paragraph").filter({ hasText: "2 inscriptions sélectionnées" }))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  await expect
    .element(dialog.getByRole("paragraph").filter({ hasText: "2 inscriptions supprimées." }))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await expectRows(["N001"]);
  await expect.element(bar).not.toBeInTheDocument();
});

test("a sign-up decided or deleted by its own button leaves the selection", async () => {
  await openList(3);
  for (const index of [0, 1, 2]) await select(index);
  await rowOf(0)
    .getByRole("button", { name: /^Approuver/ })
    .click();
  await expect.element(bar.getByText("2 inscriptions sélectionnées")).toBeVisible();
  await openDetails(1);
  await dialogOf(1).getByRole("button", { name: "Supprimer" }).click();
  await page
    .getByRole("dialog", { name: /^Supprimer cette inscription/ })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await expect.element(bar.getByText("1 inscription sélectionnée")).toBeVisible();
});

test("selecting all matches sends the filter and the time when the list was read, not ids", async () => {
  const { answers } = fakeSignups(Array.from({ length: 12 }, (_, index) => signup(index)));
  const { api } = await openAdmin(`${wholeList}?status=pending&search=martin`, answers);
  const sent: unknown[] = [];
  api.answer({
    "POST /api/admin/signups/:audience/bulk": (request) => {
      sent.push(request.json);
      return answers["POST /api/admin/signups/:audience/bulk"](request);
    },
  });
  await page.getByRole("checkbox", { name: /la page/ }).click();
  await expect.element(bar.getByText("10 inscriptions sélectionnées")).toBeVisible();
  await bar.getByRole("button", { name: "Sélectionner les 12 inscriptions qui correspondent" }).click();
  await bar.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect
    .element(dialog.getByRole("paragraph").filter({ hasText: "12 inscriptions approuvées." }))
    .toBeVisible();
  expect(sent).toEqual([
    {
      action: "approve",
      all: true,
      status: "pending",
      search: "martin",
      answer: "",
      segment: "",
      conditions: null,
      invitation: "",
      until: "2026-02-01T00:00:00.000Z",
    },
  ]);
});

test("rows of the previous search cannot be selected while the new list loads", async () => {
  const { api, answers, router } = await openList(2, `${wholeList}?search=n000`);
  const { fake, waiting } = holdEach(answers["GET /api/admin/signups/:audience"]);
  api.answer({ "GET /api/admin/signups/:audience": fake });
  await router.navigate(wholeList);
  await expect.poll(() => waiting.length).toBe(1);
  await page.getByRole("checkbox", { name: /la page/ }).click();
  await expect.element(bar).not.toBeInTheDocument();
  waiting[0]?.();
  await expectRows(["N000", "N001"]);
  await expect.element(bar).not.toBeInTheDocument();
  await select(0);
  await expect.element(bar.getByText("1 inscription sélectionnée")).toBeVisible();
});

test.each([
  { type: "progress", done: 0, total: 2, bulkId: idOf(700) },
  { type: "failure", message: "Erreur interne.", bulkId: idOf(700), undoMs: 30_000 },
])("a bulk decision that stopped with the event $type can be undone", async (event) => {
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const undone: string[] = [];
  await openAdmin(wholeList, {
    ...answers,
    "POST /api/admin/signups/:audience/bulk": () =>
      new Response(`data: ${JSON.stringify(event)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
    "POST /api/admin/signups/:audience/bulk/:bulkId/undo": ({ param }) => {
      undone.push(param.bulkId);
      return { undone: 2 };
    },
  });
  await select(0);
  await select(1);
  await bar.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await dialog.getByRole("button", { name: "Annuler ces décisions" }).click();
  await expect.element(page.getByText("2 inscriptions sont à nouveau en attente.")).toBeVisible();
  expect(undone).toEqual([idOf(700)]);
});

/** Approves two sign-ups, one of which is already decided, and undoes the decision in the report. */
async function approveAndUndo() {
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const bulkId = idOf(700);
  const undone: string[] = [];
  const report = {
    type: "result",
    done: 1,
    skipped: [{ reason: "not_pending", count: 1 }],
    bulkId,
    undoMs: 30_000,
  };
  await openAdmin(wholeList, {
    ...answers,
    "POST /api/admin/signups/:audience/bulk": () =>
      new Response(`data: ${JSON.stringify(report)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
    "POST /api/admin/signups/:audience/bulk/:bulkId/undo": ({ param }) => {
      undone.push(param.bulkId);
      return { undone: 1 };
    },
  });
  await select(0);
  await select(1);
  await bar.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect
    .element(dialog.getByRole("listitem").filter({ hasText: "1 laissée de côté : déjà traitées." }))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Annuler ces décisions" }).click();
  await expect.element(page.getByText("1 inscription est à nouveau en attente.")).toBeVisible();
  expect(undone).toEqual([bulkId]);
}

test("the report of a bulk decision offers to undo it", approveAndUndo);

test.each([-5, 5])(
  "a bulk decision can be undone in a browser whose clock is %i minutes wrong",
  async (minutes) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    await approveAndUndo();
  },
);

test("the report of a bulk decision stays beside the error when the list cannot be reloaded", async () => {
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const { api } = await openAdmin(wholeList, answers);
  await select(0);
  await bar.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expect.element(dialog).toBeVisible();
  api.answer({
    "GET /api/admin/signups/:audience": () =>
      refuse(429, { code: "too_many_requests", message: "Trop de demandes." }),
  });
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect.element(page.getByText(/Trop de demandes/)).toBeInTheDocument();
  await expect
    .element(dialog.getByRole("paragraph").filter({ hasText: "1 inscription approuvée." }))
    .toBeVisible();
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(bar).not.toBeInTheDocument();
});

test("a bulk action whose identity check the admin declines can be started again with its selection", async () => {
  const { api } = await openList(2, wholeList);
  api.answer({
    "POST /api/admin/signups/:audience/bulk": () =>
      refuse(403, { code: "reauthentication_required", message: "Confirmez votre identité." }),
  });
  await select(0);
  await bar.getByRole("button", { name: "Supprimer" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer la sélection" });
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  await page
    .getByRole("dialog", { name: /identité/ })
    .getByRole("button", { name: "Annuler" })
    .click();
  await expect.element(dialog.getByRole("button", { name: "Supprimer" })).toBeEnabled();
  await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Annuler" }).click();
  await expect.element(bar.getByText("1 inscription sélectionnée")).toBeVisible();
});
