import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeFilm } from "#test/support/ui/film-fake.ts";
import { openSignUpDialog, openSite, sendButton } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm, siteQuestions } from "#test/support/ui/sign-up-form-fake.ts";

/** Expects a focus ring that is visible on every background: a line of 3 px with a light border around it. */
function expectRing(): void {
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(
    document.activeElement as Element,
  );
  expect({ outlineStyle, outlineWidth, outlineColor }).toEqual({
    outlineStyle: "solid",
    outlineWidth: "3px",
    outlineColor: "rgb(27, 23, 20)",
  });
  expect(boxShadow).toContain("0px 0px 0px 7px");
}

test("a link, the film's button and its progress bar show the focus", async () => {
  fakeFilm();
  await openSite();
  await userEvent.tab();
  expectRing();
  page.getByRole("button", { name: "Lire le film" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Pause" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("slider")).toHaveFocus();
  expectRing();
});

test("every kind of field of the sign-up form and its button show the focus", async () => {
  const { dialog } = await openSignUpDialog(fakeSignUpForm(siteQuestions).answers);
  await userEvent.keyboard("{Shift}");
  for (const field of [
    dialog.getByLabelText("Prénom"),
    dialog.getByLabelText("Votre style en une phrase"),
    dialog.getByLabelText("Votre saison"),
    dialog.getByLabelText("Parfois"),
    dialog.getByLabelText("Lin"),
    sendButton,
  ]) {
    field.element().focus();
    expectRing();
  }
});
