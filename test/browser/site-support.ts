import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expect } from "./fixtures.ts";

type TestQuestion = {
  question: string;
  fieldType: string;
  options?: string[] | string;
  required: boolean;
  targetType: string;
};

/** One of each type, asked of both audiences; one list of options is stored as the JSON text that old data may hold. */
const questions: TestQuestion[] = [
  { question: "Votre ville", fieldType: "text", required: true, targetType: "both" },
  { question: "Un second e-mail", fieldType: "email", required: false, targetType: "both" },
  { question: "Votre style en une phrase", fieldType: "textarea", required: true, targetType: "both" },
  {
    question: "Votre saison",
    fieldType: "select",
    options: ["Printemps", "Hiver"],
    required: true,
    targetType: "both",
  },
  {
    question: "Votre rythme",
    fieldType: "radio",
    options: '["Chaque jour","Parfois"]',
    required: true,
    targetType: "both",
  },
  {
    question: "Vos matières",
    fieldType: "checkbox",
    options: ["Lin", "Laine", "Soie"],
    required: true,
    targetType: "both",
  },
  { question: "Votre pointure", fieldType: "text", required: false, targetType: "user" },
  { question: "Vos boutiques", fieldType: "text", required: false, targetType: "brand" },
];

/** Replaces the questionnaire and removes all sign-ups, so that a test starts from what it knows. */
export async function useTestQuestionnaire(site: ServerProcess): Promise<void> {
  for (const table of ["consents", "beta_signups", "brand_signups", "questionnaire_items"])
    await site.sql(`delete from ${table}`);
  for (const [index, { question, fieldType, options = null, required, targetType }] of questions.entries()) {
    await site.sql(
      `insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
       values ($1, $2, $3::jsonb, $4, true, $5, $6)`,
      [question, fieldType, options && JSON.stringify(options), required, index + 1, targetType],
    );
  }
}

export function signUpDialog(page: Page) {
  return page.getByRole("dialog");
}

/** The links that open the form: in the opening spread, and in the beta section. */
export function signUpLinks(page: Page) {
  return page.getByRole("link", { name: "I want to sign up" });
}

/** Opens the home page and waits until React has taken it over. */
export async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await expect(signUpLinks(page).first()).toHaveAttribute("aria-haspopup", "dialog");
}

/** Opens the page and the dialog, by the first of its links. */
export async function openDialog(page: Page) {
  await openHome(page);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await expect(dialog.getByRole("heading", { name: "Join the beta" })).toBeVisible();
  await expect(dialog.getByLabel("Votre ville")).toBeVisible();
  return dialog;
}

export type Person = { firstname: string; name: string; email: string };

/** Every answer that a user has to give, and no other. */
export async function fillUser(page: Page, person: Person): Promise<void> {
  const dialog = signUpDialog(page);
  await dialog.getByLabel("Prénom").fill(person.firstname);
  await dialog.getByLabel("Nom", { exact: true }).fill(person.name);
  await dialog.getByLabel("Adresse e-mail").fill(person.email);
  await fillQuestions(page);
}

export async function fillQuestions(page: Page): Promise<void> {
  const dialog = signUpDialog(page);
  await dialog.getByLabel("Votre ville").fill("Saint-Étienne");
  await dialog.getByLabel("Votre style en une phrase").fill("Sobre,\navec un détail.");
  await dialog.getByLabel("Votre saison").selectOption("Hiver");
  await dialog.getByLabel("Parfois").check();
  await dialog.getByLabel("Lin").check();
  await dialog.getByLabel("Soie").check();
}

export function newsBox(page: Page) {
  return signUpDialog(page).getByRole("checkbox", {
    name: "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.",
  });
}

export function sendButton(page: Page) {
  return signUpDialog(page).getByRole("button", { name: "Envoyer ma demande" });
}
