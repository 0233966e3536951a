import { notifications } from "@mantine/notifications";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stillFor } from "#test/support/still.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeQuestionnaire, question } from "#test/support/ui/questionnaire-fake.ts";
import { fakeSignups, idOf, signup } from "#test/support/ui/signups-fake.ts";
import { expectFocusedRow, nameOf, openList, wholeList } from "#test/support/ui/signups-page.ts";
import { failureNotice } from "./failure-notice.ts";

/** The name of the focused element; "body" without a focus. */
function focused(): string {
  const element = document.activeElement ?? document.body;
  return element === document.body
    ? "body"
    : (element.getAttribute("aria-label") ?? element.textContent ?? "");
}

/** The undo time of the first response: half of the time that the fakes give for an extension. */
const undoMs = 15_000;

/** Fakes timers that run in real time and that the test can also advance. */
function fakeTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
}

const waitForStillness = () => stillFor(5);

async function pressOn(name: string | RegExp, within: { getByRole: typeof page.getByRole } = page) {
  const button = within.getByRole("button", { name });
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard("{Enter}");
}

test("a dialog keeps the focus although strict mode runs its effects twice", async () => {
  const { answers } = fakeQuestionnaire(question("Matières"));
  await openAdmin("/admin/dashboard/questionnaire", answers);
  const opener = page.getByRole("button", { name: "Supprimer : Matières" });
  await expect.element(opener).toBeVisible();
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] });
  await pressOn("Supprimer : Matières");
  const cancel = page.getByRole("dialog").getByRole("button", { name: "Annuler" });
  await expect.element(cancel).toHaveFocus();
  vi.advanceTimersToNextFrame();
  await expect.element(cancel).toHaveFocus();
});

test("a focused undo button whose time ends passes the focus to the row of the decision", async () => {
  const { api, answers } = await openList(2, wholeList);
  fakeTimers();
  api.answer({
    "PATCH /api/admin/signups/:audience/:id": async (request) => ({
      ...(await answers["PATCH /api/admin/signups/:audience/:id"](request)),
      undoMs,
    }),
  });
  await pressOn(`Approuver ${nameOf(0)}`);
  await expect.element(page.getByRole("button", { name: /^Annuler/ })).toBeVisible();
  await userEvent.keyboard("{F8}");
  await expect.element(page.getByRole("button", { name: /^Annuler/ })).toHaveFocus();
  await vi.advanceTimersByTimeAsync(undoMs);
  await expect.element(page.getByRole("button", { name: /^Annuler/ })).not.toBeInTheDocument();
  await expectFocusedRow(0);
});

// registre: 48
test("a bulk dialog keeps the focus after its action, and its notice returns the focus when the undo time ends", async () => {
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const report = { type: "result", done: 1, skipped: [], bulkId: idOf(700), undoMs };
  await openAdmin(wholeList, {
    ...everyScreen,
    ...answers,
    "POST /api/admin/signups/:audience/bulk": () =>
      new Response(`data: ${JSON.stringify(report)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
  });
  await page.getByRole("checkbox", { name: `Sélectionner ${nameOf(0)}` }).click();
  await pressOn("Approuver", page.getByRole("region", { name: "Actions sur la sélection" }));
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expect.element(dialog).toBeVisible();
  await waitForStillness(); // a dialog takes the focus a little after it is drawn
  fakeTimers();
  await pressOn("Approuver", dialog);
  await expect.element(dialog.getByRole("button", { name: "Terminer" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Inscriptions à la bêta");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Aller à l’annulation" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const undo = page.getByRole("alert").getByRole("button", { name: "Annuler" });
  await expect.element(undo).toHaveFocus();
  await vi.advanceTimersByTimeAsync(undoMs);
  await expect.element(undo).not.toBeInTheDocument();
  await expect.poll(focused).not.toBe("body");
});

// registre: 49
test("the notice of a failure stays until it is closed, F8 focuses it, and closing it returns the focus", async () => {
  await openAdmin("/admin/dashboard/account", everyScreen);
  const before = page.getByRole("main").getByRole("button", { name: "Activer" }).first();
  await expect.element(before).toBeVisible();
  before.element().focus();
  notifications.show({ ...failureNotice, message: "Trop tard." });
  await expect.element(page.getByRole("alert").filter({ hasText: "Trop tard." })).toBeVisible();
  await userEvent.keyboard("{F8}");
  await expect
    .poll(() => document.activeElement?.closest("[role=alert]")?.textContent)
    .toContain("Trop tard.");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(before).toHaveFocus();
});

// registre: 49
test("extending an undo keeps the focus and is announced each time", async () => {
  const { api, answers } = await openList(2, wholeList);
  fakeTimers();
  api.answer({
    "PATCH /api/admin/signups/:audience/:id": async (request) => ({
      ...(await answers["PATCH /api/admin/signups/:audience/:id"](request)),
      undoMs,
    }),
  });
  await pressOn(`Approuver ${nameOf(0)}`);
  const extend = page.getByRole("button", { name: "Prolonger le délai pour annuler" });
  await expect.element(extend).toBeVisible();
  await userEvent.keyboard("{F8}");
  await userEvent.keyboard("{Tab}");
  await expect.element(extend).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const status = page.getByRole("status").filter({ hasText: "Inscription approuvée" });
  await expect.poll(() => status.element().textContent).toContain("Délai prolongé");
  await vi.advanceTimersByTimeAsync(undoMs); // past the end of the first time
  await expect.element(extend).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => status.element().textContent).toContain("Délai prolongé 2 fois");
});

test("the button that extends a bulk undo in its notice keeps the focus", async () => {
  const { answers } = fakeSignups([signup(0), signup(1)]);
  const report = { type: "result", done: 1, skipped: [], bulkId: idOf(700), undoMs };
  await openAdmin(wholeList, {
    ...everyScreen,
    ...answers,
    "POST /api/admin/signups/:audience/bulk": () =>
      new Response(`data: ${JSON.stringify(report)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      }),
  });
  await page.getByRole("checkbox", { name: `Sélectionner ${nameOf(0)}` }).click();
  await pressOn("Approuver", page.getByRole("region", { name: "Actions sur la sélection" }));
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expect.element(dialog).toBeVisible();
  await waitForStillness(); // a dialog takes the focus a little after it is drawn
  fakeTimers();
  await pressOn("Approuver", dialog);
  await pressOn("Terminer", dialog);
  const notice = page.getByRole("alert");
  await pressOn("Prolonger", notice);
  await expect.poll(() => notice.element().textContent).toContain("Délai prolongé.");
  await vi.advanceTimersByTimeAsync(undoMs); // past the end of the first time
  await expect.element(notice.getByRole("button", { name: "Annuler" })).toBeVisible();
  await expect.element(notice.getByRole("button", { name: "Prolonger" })).toHaveFocus();
});

/** Screens whose buttons need neither a file nor another window nor a clock. */
const screens = ["account", "privacy", "questionnaire", "single-email", "users", "site"];

test.each(screens)("no button of the screen '%s' loses the focus when a key presses it", async (path) => {
  const { answers } = fakeQuestionnaire(question("Votre matière ?", { given: ["Lin"] }));
  const { router } = await openAdmin(`/admin/dashboard/${path}`, { ...everyScreen, ...answers });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(page.getByText("Chargement…")).not.toBeInTheDocument();
  const { location } = router.state;
  const namesOf = () =>
    [...document.querySelectorAll<HTMLButtonElement>("main button:enabled")].filter((button) =>
      button.checkVisibility(),
    );
  const lost: string[] = [];
  for (let index = 0; index < Math.min(namesOf().length, 25); index += 1) {
    const button = namesOf()[index];
    if (!button || button.type === "submit") continue;
    const name = button.getAttribute("aria-label") ?? button.textContent ?? "";
    button.focus();
    await userEvent.keyboard("{Enter}");
    await waitForStillness();
    if (focused() === "body") lost.push(`${name}: pressed`);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await waitForStillness();
    if (focused() === "body") lost.push(`${name}: closed`);
    if (router.state.location.pathname !== location.pathname) await router.navigate(location);
  }
  expect(lost).toEqual([]);
});
