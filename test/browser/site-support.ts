import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Audience, audiences } from "#contract/audience.ts";
import { formTokenLimits } from "#contract/shield.ts";
import { formTokenKey, readToken, signToken } from "#server/shield/form-token.rules.ts";
import { authSecret, type ServerProcess } from "#test/support/server-process.ts";
import { storeReaders, uniqueWord } from "./admin-support.ts";
import { expect } from "./fixtures.ts";

type TestQuestion = {
  question: string;
  fieldType: string;
  options?: string[] | string;
  required: boolean;
  targetType: string;
};

/** One question of each type for both audiences. One list of options is stored as JSON text, as in old data. */
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

/** Replaces the questionnaire and removes all sign-ups, so that a test starts from a known state. */
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

/** The links that open the form, at the top of the page and in the beta section. */
export function signUpLinks(page: Page) {
  return page.getByRole("link", { name: "I want to sign up" });
}

/** Opens the home page and waits until its sign-up links open the dialog. */
export async function openHome(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await expect(signUpLinks(page).first()).toHaveAttribute("aria-haspopup", "dialog");
}

/** Makes a form's token a minute older, because the server refuses tokens younger than 3 s and tests should not wait. */
export function agedToken(token: string, audience: Audience): string {
  const key = formTokenKey(authSecret);
  const read = readToken(key, token, { audience, now: Date.now() });
  if (!read) return token;
  const minute = 60_000;
  return signToken(key, { ...read, issuedAt: read.issuedAt - minute, readyAt: read.readyAt - minute });
}

/** Makes the form of '/inscription' old enough to be sent. The page holds a token for each audience. */
export async function agePageForm(page: Page): Promise<void> {
  const inputs = page.locator('input[name="token"]');
  await expect(inputs).toHaveCount(audiences.length);
  for (const input of await inputs.all()) {
    const token = await input.inputValue();
    const audience = audiences.find((one) => token.includes(`.${one}.`)) ?? "user";
    await input.evaluate(
      (element: HTMLInputElement, aged) => {
        element.value = aged;
      },
      agedToken(token, audience),
    );
  }
}

/** Makes the dialogs of this page old enough to be sent: their tokens are aged, and `fillUser` advances the page's clock. */
async function ageDialogs(page: Page): Promise<void> {
  await page.clock.install();
  await page.route("**/api/questionnaire?*", async (route) => {
    const asked = new URL(route.request().url()).searchParams.get("audience");
    const audience = audiences.find((one) => one === asked) ?? "user";
    const response = await route.fetch();
    const body: { token: string } = await response.json();
    await route.fulfill({ response, json: { ...body, token: agedToken(body.token, audience) } });
  });
}

/** Opens the page, and the dialog with the first of its links. */
export async function openDialog(page: Page, path = "/") {
  await ageDialogs(page);
  await openHome(page, path);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await expect(dialog.getByRole("heading", { name: "Join the beta" })).toBeVisible();
  await expect(dialog.getByLabel("Votre ville")).toBeVisible();
  return dialog;
}

export type Person = { firstname: string; name: string; email: string };

/** Fills in only the answers that a user must give. */
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
  await page.clock.fastForward(formTokenLimits.minAgeMs);
}

export function newsBox(page: Page) {
  return signUpDialog(page).getByRole("checkbox", {
    name: "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.",
  });
}

export function sendButton(page: Page) {
  return signUpDialog(page).getByRole("button", { name: "Envoyer ma demande" });
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
}

type Reader = { email: string; hash: string; key: Buffer };

/** Stores a sign-up that gets news. @returns it with the tokens for its links */
export async function storeReader(site: ServerProcess): Promise<Reader> {
  const name = uniqueWord();
  const email = `${name}@exemple.fr`;
  await storeReaders(site, "user", [{ name, email }]);
  const [row] = await site.sql<{ hash: string; key: string }>(
    "select address_hash($1) as hash, encode(key, 'base64') as key from address_key",
    [email],
  );
  return { email, hash: row?.hash ?? "", key: Buffer.from(row?.key ?? "", "base64") };
}

export async function myDataPath(site: ServerProcess, hash: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await site.sql(
    "insert into privacy_links (token_hash, email_hash, expires_at) values ($1, $2, now() + interval '30 minutes')",
    [createHash("sha256").update(token).digest("base64url"), hash],
  );
  return `/mes-donnees/${token}`;
}

export function leavingPath({ hash, key }: Reader): string {
  const signature = createHmac("sha256", key).update(`leave ${hash}`).digest().subarray(0, 12);
  return `/desinscription/${hash}${signature.toString("base64url")}`;
}

/** Text styles that people may set: the spacing of WCAG 1.4.12, and larger text. */
export const textStyles = [
  `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`,
  "html { font-size: 200% !important; }",
];

export async function addStyle(page: Page, text: string): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, text);
}

/** Runs in the page: finds texts and controls that extend beyond the window or beyond a box that clips them. */
export function cutParts(): string[] {
  const found: string[] = [];
  const room = document.documentElement.clientWidth + 1;
  for (const part of document.querySelectorAll<HTMLElement>(
    "h1, h2, h3, p, a, button, label, li, dd, input",
  )) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.closest(".unseen, .skip")) continue;
    const { left, right, width } = part.getBoundingClientRect();
    const name = `${part.tagName.toLowerCase()} « ${(part.textContent ?? "").slice(0, 40)} »`;
    if (width > 0 && (right > room || left < -1)) found.push(`${name} from ${left} to ${right}`);
    const clips = getComputedStyle(part).overflowX !== "visible";
    if (clips && part.tagName !== "INPUT" && part.scrollWidth > part.clientWidth + 1)
      found.push(`${name} is cut`);
  }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide} px`);
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog.scrollWidth > dialog.clientWidth) found.push("the dialog scrolls sideways");
  return found;
}
