import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { limits } from "#contract/limits.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { fillUser, openSignUpDialog, sendButton, thanks, untilTrue } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm } from "#test/support/ui/sign-up-form-fake.ts";

const dialog = page.getByRole("dialog");
const recorded = () => page.getByText("Votre demande est enregistrée. À bientôt !").elements();
const keepOpen = page.getByRole("button", { name: "Garder ouvert" });

async function openThanks(answers: FakeAnswers = {}): Promise<void> {
  await openSignUpDialog({ ...fakeSignUpForm().answers, ...answers });
  await fillUser(dialog);
  // Clicks without the pointer, because its late events would count as activity.
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
  expect(recorded()).toHaveLength(2); // beside each of the two links to the form
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
  ["a look into another tab", () => hidePage()],
])("%s keeps the thanks open, and a sentence says so", async (_what, act) => {
  await openThanks();
  await expect.element(page.getByText("Cette fenêtre se ferme dans quelques secondes.")).toBeVisible();
  await act();
  await expect.element(page.getByText("Cette fenêtre reste ouverte.")).toBeVisible();
  await expect.element(keepOpen).toHaveAttribute("aria-pressed", "true");
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(dialog).toBeVisible();
  expect(recorded()).toHaveLength(2);
});

test("thanks that appear under a resting pointer close automatically", async () => {
  await openThanks();

  const rest = { screenX: 5, screenY: 5, bubbles: true };
  document.body.dispatchEvent(new PointerEvent("pointermove", rest));
  document.body.dispatchEvent(new PointerEvent("pointermove", rest));
  await vi.advanceTimersByTimeAsync(limits.successDialogMs);
  await expect.element(dialog).not.toBeInTheDocument();
});

const correct = page.getByRole("button", { name: "Corriger l’adresse" });
const asked = page.getByText(/^Dernier geste\u00a0: ouvrez le message envoyé à/);

test("the thanks ask to open the message, and can correct its address with the key of the sign-up", async () => {
  const sent: { key: string | null; email: string }[] = [];
  const message = "Cette adresse email est déjà inscrite à la bêta.";
  await openThanks({
    "PATCH /api/signups/:audience": ({ headers, json }) => {
      sent.push({ key: headers.get("idempotency-key"), email: json.email });
      return sent.length === 1
        ? refuse(409, { code: "duplicate_email", message, fields: { email: message } })
        : new Response(null, { status: 204 });
    },
  });
  await expect.element(asked).toMatchTextContent("zoe@courrier.example.");
  await correct.click();
  const email = page.getByLabelText("Adresse e-mail");
  await expect.element(email).toHaveFocus();
  await email.fill("zoe@");
  await correct.click();
  await expect.element(email).toHaveAccessibleDescription(/^Adresse email invalide \(exemple/);
  await email.fill("zoe@gmail.com");
  await correct.click();
  await expect.element(email).toHaveAccessibleDescription(message);
  await correct.click();
  await expect.element(asked).toMatchTextContent("zoe@gmail.com.");
  await expect.element(correct).toHaveFocus();
  expect(sent.map(({ email: address }) => address)).toEqual(["zoe@gmail.com", "zoe@gmail.com"]);
  expect(sent[0]?.key).toMatch(/^[\da-f]{32}$/);
});

test("the thanks mention no message when the address needs no confirmation", async () => {
  await openThanks({ "POST /api/signups/:audience": () => ({ id: "1", confirms: false }) });
  expect(asked.elements()).toEqual([]);
});

function hidePage(): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
}

async function movePointer(): Promise<void> {
  for (const screenX of [5, 6])
    document.body.dispatchEvent(new PointerEvent("pointermove", { screenX, screenY: 5, bubbles: true }));
}
