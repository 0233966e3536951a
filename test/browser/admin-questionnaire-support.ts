import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const address = "/admin/dashboard/questionnaire";

type Row = {
  question: string;
  field_type: string;
  options: string[] | null;
  required: boolean;
  active: boolean;
  order_position: number;
  target_type: string;
};

type Site = {
  sql: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>;
};

export const stored = (site: Site) =>
  site.sql<Row>(
    `select question, field_type, options, required, active, order_position, target_type
     from questionnaire_items order by order_position`,
  );

/** Replaces all questions by these: "Alpha" is a text question for users, "Alpha:brand" one for brands. */
export async function arrange(site: Site, ...questions: string[]): Promise<void> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from questionnaire_items");
  await site.sql("delete from deleted_questions");
  for (const [index, entry] of questions.entries()) {
    const [question, target = "user"] = entry.split(":");
    await site.sql(
      "insert into questionnaire_items (question, order_position, target_type) values ($1, $2, $3)",
      [question, index + 1, target],
    );
  }
}

export async function open(page: Page, path = address): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Éditeur de Questionnaire" })).toBeVisible();
}

export const rows = (page: Page) => page.getByRole("list", { name: "Questions" }).getByRole("listitem");
export const row = (page: Page, question: string) => rows(page).filter({ hasText: question });
export const button = (scope: Page | Locator, name: string) =>
  scope.getByRole("button", { name, exact: true });
export const order = async (site: Site) => (await stored(site)).map(({ question }) => question);

export async function openForm(page: Page): Promise<Locator> {
  await button(page, "Ajouter").click();
  const form = page.getByRole("form", { name: "Nouvelle question" });
  await expect(form.getByLabel("Question", { exact: false }).first()).toBeFocused();
  return form;
}

export async function addOptions(form: Locator, ...options: string[]): Promise<void> {
  for (const option of options) {
    await form.getByRole("textbox", { name: "Nouvelle option" }).fill(option);
    await button(form, "Ajouter l’option").click();
  }
}
