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

/** The dialog is as large as the screen: its empty left side is its backdrop. */
async function pressBackdrop(): Promise<void> {
  await dialog.click({ position: { x: 4, y: 4 } });
}

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its close button", () => page.getByRole("button", { name: "Fermer" }).click()],
  ["a press on the backdrop", pressBackdrop],
])("the dialog closes on %s and gives the focus back", async (_how, close) => {
  await openDialog();
  await close();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test("a press that starts in the dialog and ends on the backdrop does not close it", async () => {
  await openDialog();
  const press = { bubbles: true, cancelable: true };
  dialog.getByRole("heading").element().dispatchEvent(new PointerEvent("pointerdown", press));
  dialog.element().dispatchEvent(new MouseEvent("click", press));
  await expect.element(dialog).toBeVisible();
});

test("the page behind the open dialog does not scroll", async () => {
  await openDialog();
  expect(getComputedStyle(document.documentElement).overflowY).toBe("hidden");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => getComputedStyle(document.documentElement).overflowY).not.toBe("hidden");
});

test.each([360, 390])(
  "at %i px the dialog covers the screen, its close button stays in sight and covers no words",
  async (phone) => {
    await page.viewport(phone, 844);
    await openDialog();
    const { width } = dialog.element().getBoundingClientRect();
    expect([width, innerWidth]).toEqual([phone, phone]);
    sendButton.element().scrollIntoView();
    const { top, bottom } = page.getByRole("button", { name: "Fermer" }).element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    const bar = page.getByRole("button", { name: "Fermer" }).element().parentElement as Element;
    expect(bar.getBoundingClientRect().width).toBe(bar.parentElement?.clientWidth); // no words beside it
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

test("going back closes the dialog, going forward opens it with what was typed", async () => {
  await openDialog();
  await dialog.getByLabelText("Adresse e-mail").fill("ada@epi.example");
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  history.forward();
  await expect.element(dialog.getByLabelText("Adresse e-mail")).toHaveValue("ada@epi.example");
});

test("closing the dialog by its button leaves no step behind, so that the next step back leaves the page", async () => {
  history.replaceState({ before: true }, "");
  await openDialog();
  await expect.poll(() => history.state).toEqual({ before: true, signUp: null });
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect.poll(() => history.state).toEqual({ before: true });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a page that was loaded again while the dialog was open opens it again", async () => {
  history.replaceState({ signUp: "brand" }, "");
  await openSite(fakeSignUpForm().answers);
  await expect.element(dialog.getByRole("radio", { name: "Pour ma marque" })).toBeChecked();
});

test("the focus goes to the content when the link that opened the dialog is hidden", async () => {
  await openDialog();
  for (const link of document.querySelectorAll<HTMLElement>('a[href^="/inscription"]'))
    link.style.display = "none";
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("main")).toHaveFocus();
});

test("after the thanks the form is empty again", async () => {
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
  "a sign-up that is %s after the dialog was closed is announced beside the link",
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

test("a click with Ctrl leaves the link to the browser", async () => {
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
