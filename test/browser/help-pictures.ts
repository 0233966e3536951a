import type { Locator, Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expect } from "./fixtures.ts";

/**
 * Where parts are taken. wide: as narrow as dialogs leave the page beside them, so that the help shows every part in its own
 * size; narrow: a phone.
 */
const pictureWidths = ["wide", "narrow"] as const;
export type PictureWidth = (typeof pictureWidths)[number];
const viewports = { wide: { width: 641, height: 1400 }, narrow: { width: 390, height: 2000 } } as const;
const phone = { width: 390, height: 844 } as const;

type Clip = { x: number; y: number; width: number; height: number };
export type DrawnPart = { name: string; width: PictureWidth; clip: Clip };

/** What lies around these elements, with so much beside them; less than 0: without their own border. */
type Part = { around: Locator[]; margin: number };

/** What the page 'Aide' shows: brings a part of a screen into view and says where it lies. */
const parts: Record<string, (page: Page, width: PictureWidth) => Promise<Part>> = {
  async "first-steps"(page) {
    await openScreen(page, "");
    return { around: [page.getByRole("region", { name: "Premiers pas" })], margin: -1 };
  },

  async palette(page) {
    await openScreen(page, "");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("modèle");
    await expect(page.getByRole("option", { name: /Atelier Modèle/ })).toBeVisible();
    return { around: [page.getByRole("dialog")], margin: 0 };
  },

  async questionnaire(page, width) {
    if (width === "wide") await page.setViewportSize({ ...viewports.wide, width: 610 });
    await openScreen(page, "/questionnaire");
    const questions = page.getByRole("list", { name: "Questions" }).getByRole("listitem");
    return {
      around: [page.getByRole("button", { name: "Aperçu" }), questions.nth(0), questions.nth(1)],
      margin: 12,
    };
  },

  async review(page, width) {
    if (width === "narrow") await page.setViewportSize(phone);
    await openScreen(page, "/signups");
    await page.getByRole("button", { name: "Détails de Camille Exemple" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approuver" })).toBeEnabled();
    await page.keyboard.press("a");
    const next = page.getByRole("dialog", { name: "Élodie Modèle" });
    await expect(next).toContainText("Inscription approuvée");
    await expect(next.getByRole("button", { name: "Approuver" })).toBeEnabled();
    return { around: [next], margin: 0 };
  },

  async statistics(page) {
    await openScreen(page, "/stats?period=7");
    const panel = page.getByRole("region", { name: "Tendance des inscriptions" });
    await panel.getByRole("application").focus();
    for (const key of ["End", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(panel.getByRole("status")).toContainText("Utilisateurs");
    return { around: [panel], margin: -1 };
  },

  async writing(page) {
    await openScreen(page, "/email-sender/new");
    const form = page.getByRole("form", { name: "E-mail à envoyer" });
    const subject = form.getByRole("textbox", { name: "Objet" });
    await subject.fill("Votre place est prête");
    const content = form.getByRole("textbox", { name: "Contenu" });
    await content.fill(
      "Bonjour {{firstName}},\n\nVotre place dans la bêta est prête\u00a0: regardez, essayez, partagez.\nDites-nous ce qui vous manque, nous lisons tout.\n\nÀ bientôt",
    );
    await content.blur();
    await expect(form).toContainText("Brouillon enregistré");
    const start = form.getByRole("button", { name: "Partir d’un modèle" });
    return { around: [start, subject, form.getByText("date du jour")], margin: 16 };
  },
};

/** Brings every part into view, in both widths and from the same samples, and says each time where it lies. */
export async function* drawParts(page: Page, site: ServerProcess): AsyncGenerator<DrawnPart> {
  for (const [name, bringIntoView] of Object.entries(parts)) {
    for (const width of pictureWidths) {
      await arrangeSamples(page, site);
      await page.setViewportSize(viewports[width]);
      const clip = await clipOf(await bringIntoView(page, width));
      expect(clip.y + clip.height, `${name} is seen whole`).toBeLessThanOrEqual(
        page.viewportSize()?.height ?? 0,
      );
      yield { name, width, clip };
    }
  }
}

/** The five sample questions, and samples that nothing was done to. Whatever the hour, as many of them came in on each day. */
export async function arrangeSamples(page: Page, site: ServerProcess): Promise<void> {
  const headers = { origin: site.url, "content-type": "application/json" };
  const questions = await page.request.post("/api/admin/questions/sample", { headers, data: {} });
  expect([201, 409]).toContain(questions.status()); // 409: there since the part before
  await page.request.delete("/api/admin/samples", { headers });
  const samples = await page.request.post("/api/admin/samples", { headers, data: {} });
  expect(samples.status(), await samples.text()).toBe(201);
  for (const table of ["beta_signups", "brand_signups"])
    await site.sql(
      `update ${table} set created_at = moved.at from (
         select id, (date_trunc('day', now() at time zone 'Europe/Paris') - interval '1 hour'
           - interval '7 hours' * (row_number() over (order by created_at desc) - 1)) at time zone 'Europe/Paris' as at
         from ${table}) as moved
       where moved.id = ${table}.id`,
    );
}

export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/dashboard${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

/** In even pixels, so that a picture on a finer screen has whole ones too; never a pixel more than what is meant. */
async function clipOf({ around, margin }: Part): Promise<Clip> {
  const boxes = await Promise.all(
    around.map((element) => element.evaluate((node): DOMRect => node.getBoundingClientRect().toJSON())),
  );
  const x = evenFrom(Math.min(...boxes.map(({ left }) => left)) - margin);
  const y = evenFrom(Math.min(...boxes.map(({ top }) => top)) - margin);
  const right = evenUntil(Math.max(...boxes.map((box) => box.right)) + margin);
  const bottom = evenUntil(Math.max(...boxes.map((box) => box.bottom)) + margin);
  return { x, y, width: right - x, height: bottom - y };
}

const evenFrom = (place: number) => Math.ceil(Math.round(place) / 2) * 2;
const evenUntil = (place: number) => Math.floor(Math.round(place) / 2) * 2;
