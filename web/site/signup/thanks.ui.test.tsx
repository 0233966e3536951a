import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { limits } from "#contract/limits.ts";
import { fillUser, openSignUpDialog, sendButton, thanks, untilTrue } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm } from "#test/support/ui/sign-up-form-fake.ts";

const dialog = page.getByRole("dialog");
const recorded = () => page.getByText("Votre demande est enregistrée. À bientôt !").elements();
const keepOpen = page.getByRole("button", { name: "Garder ouvert" });

async function openThanks(): Promise<void> {
  await openSignUpDialog(fakeSignUpForm().answers);
  await fillUser(dialog);
  // Without a pointer, whose late events would count as activity.
  (sendButton.element() as HTMLElement).click();
  await expect.element(thanks).toHaveFocus();
}

test("the page says that a sign-up is recorded after 3 s, and the thanks close after 8 s", async () => {
  await openSignUpDialog(fakeSignUpForm().answers);
  await fillUser(dialog);
  const timers = vi.getTimerCount();
  (sendButton.element() as HTMLElement).click();
  await untilTrue(() => thanks.elements().length === 1 && vi.getTimerCount() === timers + 2);
  await vi.advanceTimersByTimeAsync(limits.successCallbackMs - 1);
  expect(recorded()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(recorded()).toHaveLength(2); // beside each of the two calls to sign up
  await vi.advanceTimersByTimeAsync(limits.successDialogMs - limits.successCallbackMs - 1);
  expect(dialog.elements()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([
  ["a key", () => userEvent.keyboard("{Shift}")],
  ["a pointer that moves", () => movePointer()],
  ["the focus that moves", () => userEvent.tab()],
  ["the button 'Garder ouvert'", () => keepOpen.click()],
])("%s keeps the thanks open, which say so", async (_what, act) => {
  await openThanks();
  await expect.element(page.getByText("Cette fenêtre se ferme dans quelques secondes.")).toBeVisible();
  await act();
  await expect.element(page.getByText("Cette fenêtre reste ouverte.")).toBeVisible();
  await expect.element(keepOpen).toHaveAttribute("aria-pressed", "true");
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(dialog).toBeVisible();
  expect(recorded()).toHaveLength(2);
});

test("thanks that appear under a resting pointer close by themselves", async () => {
  await openThanks();

  const rest = { screenX: 5, screenY: 5, bubbles: true };
  document.body.dispatchEvent(new PointerEvent("pointermove", rest));
  document.body.dispatchEvent(new PointerEvent("pointermove", rest));
  await vi.advanceTimersByTimeAsync(limits.successDialogMs);
  await expect.element(dialog).not.toBeInTheDocument();
});

async function movePointer(): Promise<void> {
  for (const screenX of [5, 6])
    document.body.dispatchEvent(new PointerEvent("pointermove", { screenX, screenY: 5, bubbles: true }));
}
