import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { fillUser, openSignUpDialog, openSite, sendButton, thanks } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm } from "#test/support/ui/sign-up-form-fake.ts";

const opener = page.getByRole("link", { name: "I want to sign up" }).first();
const dialog = page.getByRole("dialog");

async function openDialog() {
  const form = fakeSignUpForm();
  return { ...form, ...(await openSignUpDialog(form.answers)) };
}

/** Clicks the backdrop: the dialog fills the screen, and its empty left side counts as the backdrop. */
async function pressBackdrop(): Promise<void> {
  await dialog.click({ position: { x: 4, y: 4 } });
}

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its close button", () => page.getByRole("button", { name: "Fermer" }).click()],
  ["a press on the backdrop", pressBackdrop],
])("the sign-up dialog closes on %s and returns the focus", async (_how, close) => {
  await openDialog();
  await close();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a press that starts in the sign-up dialog and ends on the backdrop does not close the dialog", async () => {
  await openDialog();
  const press = { bubbles: true, cancelable: true };
  dialog.getByRole("heading").element().dispatchEvent(new PointerEvent("pointerdown", press));
  dialog.element().dispatchEvent(new MouseEvent("click", press));
  await expect.element(dialog).toBeVisible();
});

test("the page behind the open sign-up dialog does not scroll", async () => {
  await openDialog();
  expect(getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => getComputedStyle(document.documentElement).overflowY).not.toBe("hidden");
});

test.each([360, 390])(
  "at %i px the sign-up dialog covers the screen, and its close button stays visible and covers no text",
  async (phone) => {
    await page.viewport(phone, 844);
    await openDialog();
    const { width } = dialog.element().getBoundingClientRect();
    expect([width, innerWidth]).toEqual([phone, phone]);
    sendButton.element().scrollIntoView();
    const { top, bottom } = page.getByRole("button", { name: "Fermer" }).element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    const bar = page.getByRole("button", { name: "Fermer" }).element().parentElement as Element;
    expect(bar.getBoundingClientRect().width).toBe(bar.parentElement?.clientWidth); // no text beside the bar
    expect(bottom).toBeLessThanOrEqual(innerHeight);
  },
);

test("the link for brands opens the brands' form and keeps the typed text", async () => {
  await openDialog();
  await dialog.getByLabelText("Adresse e-mail").fill("ada@epi.example");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("link", { name: "Inscrivez-la aussi" }).click();
  await expect.element(dialog.getByRole("radio", { name: "Pour ma marque" })).toBeChecked();
  await expect.element(dialog.getByLabelText("Adresse e-mail de la marque")).toHaveValue("ada@epi.example");
});

test("the back button closes the sign-up dialog, and the forward button opens it with the typed text", async () => {
  await openDialog();
  await dialog.getByLabelText("Adresse e-mail").fill("ada@epi.example");
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  history.forward();
  await expect.element(dialog.getByLabelText("Adresse e-mail")).toHaveValue("ada@epi.example");
});

test("closing the sign-up dialog by its button removes its history entry, so that 'back' leaves the page", async () => {
  history.replaceState({ before: true }, "");
  await openDialog();
  await expect.poll(() => history.state).toEqual({ before: true, signUp: null });
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.poll(() => history.state).toEqual({ before: true });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("two clicks before the dialog's code has arrived add one history entry", async () => {
  history.replaceState({ entry: "before" }, "");
  await openSite(fakeSignUpForm().answers);
  const link = opener.element() as HTMLElement;
  link.click();
  link.click();
  await expect.element(dialog).toBeVisible();
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => history.state).toEqual({ entry: "before" });
});

test("a reload while the sign-up dialog is open opens it again", async () => {
  history.replaceState({ signUp: "brand" }, "");
  await openSite(fakeSignUpForm().answers);
  await expect.element(dialog.getByRole("radio", { name: "Pour ma marque" })).toBeChecked();
});

test("the focus moves to the content when the link that opened the sign-up dialog is hidden", async () => {
  await openDialog();
  for (const link of document.querySelectorAll<HTMLElement>('a[href^="/inscription"]'))
    link.style.display = "none";
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("main")).toHaveFocus();
});

test("the sign-up form is empty again after the thanks", async () => {
  await openDialog();
  await fillUser(dialog);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  await page.getByRole("button", { name: "Fermer" }).click();
  await opener.click();
  await expect.element(dialog.getByLabelText("Prénom")).toHaveValue("");
});

const outcomes: [
  what: string,
  answer: () => { id: string; confirms: boolean } | Response,
  sentence: string,
  kept: string,
][] = [
  ["recorded", () => ({ id: "1", confirms: true }), "Votre demande est enregistrée", ""],
  [
    "refused",
    () => refuse(500, { code: "internal", message: "Une erreur est survenue" }),
    "Votre demande n’a pas pu être enregistrée",
    "Zoé",
  ],
];

test.each(outcomes)(
  "the outcome of a sign-up that is %s after the dialog was closed is announced beside the link",
  async (_what, answer, sentence, kept) => {
    const { api, container } = await openDialog();
    const { fake, letGo } = held(answer);
    api.answer({ "POST /api/signups/:audience": fake });
    await fillUser(dialog);
    await sendButton.click();
    await expect.element(page.getByRole("button", { name: "Processing..." })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    const announced = () => container.querySelector('[role="status"][data-outcome]')?.textContent;
    await expect.poll(announced).toBe("Votre demande est en cours d’envoi.");
    letGo();
    await expect.poll(announced).toContain(sentence);
    await opener.click();
    await expect.element(dialog.getByLabelText("Prénom")).toHaveValue(kept);
    if (kept) await expect.element(dialog.getByRole("alert")).toHaveFocus();
  },
);

test("the browser handles a Ctrl click on a link to the sign-up", async () => {
  await openSite();
  const link = opener.element();
  let prevented: boolean | null = null;
  const note = (event: Event) => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", note, { once: true });
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(prevented).toBe(false);
  await expect.element(dialog).not.toBeInTheDocument();
});
