import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { limits } from "#contract/limits.ts";
import { filledSite } from "#test/support/filled-site.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { press } from "#test/support/ui/press.ts";
import { fakeQuestionnaire } from "#test/support/ui/questionnaire-fake.ts";
import { fakeSite } from "#test/support/ui/site-fake.ts";

const path = "/admin/dashboard/site";
const field = (name: string) => page.getByRole("textbox", { name });
const saveButton = () => page.getByRole("button", { name: "Enregistrer" });
const saved = () => page.getByText("Enregistré : le site le dit dès maintenant.");

async function openSite(changes: Parameters<typeof fakeSite>[0] = {}) {
  const site = fakeSite(changes);
  return { ...(await openAdmin(path, site.answers)), site };
}

test("fields without a value show an example, and a save keeps the placeholders of required fields", async () => {
  const { site } = await openSite();
  await expect.element(page.getByText(/^18 informations sont provisoires/)).toBeVisible();
  await expect.element(field("Société")).toHaveValue("");
  await expect.element(field("Société")).toHaveAttribute("placeholder", "Raison sociale");
  await expect.element(field("Société")).toHaveAccessibleDescription("À compléter");
  await expect.element(field("E-mail de contact")).toHaveValue("");
  await field("Société").fill("Maison Tenue");
  await expect.element(field("Société")).toHaveAccessibleDescription("");
  await press(saveButton(), "{Enter}");
  await expect.element(saved()).toBeVisible();
  await expect.element(page.getByText(/^10 informations sont provisoires/)).toBeVisible();
  await expect.element(saveButton()).toHaveFocus();
  const { publisher, contact } = site.present();
  expect(publisher).toMatchObject({
    company: "Maison Tenue",
    vat: "",
    director: expect.stringMatching(/^\[/),
  });
  expect(contact).toMatchObject({ email: "contact@tenue.example", tiktok: "" });
});

test("a value that still contains a bracketed placeholder counts as missing", async () => {
  const publisher = { ...filledSite.publisher, company: "[Raison sociale]Tenue SAS" };
  await openSite({ ...filledSite, publisher });
  await expect.element(page.getByText(/^1 information est provisoire/)).toBeVisible();
  await expect.element(field("Société")).toHaveAccessibleDescription("À remplacer");
  await field("Société").fill("Tenue SAS");
  await press(saveButton(), "{Enter}");
  await expect.element(page.getByText("Informations provisoires")).not.toBeInTheDocument();
});

test("a required site setting that was filled cannot be emptied", async () => {
  const { site } = await openSite(filledSite);
  await field("Société").fill("");
  await press(saveButton(), "{Enter}");
  await expect.element(field("Société")).toHaveFocus();
  await expect.element(page.getByText("Ce champ est requis")).toBeVisible();
  expect(site.present().version).toBe(0);
});

test("an invalid web address is refused at its field and not sent", async () => {
  const { site } = await openSite();
  await field("TikTok").fill("javascript:alert(1)");
  await press(saveButton(), "{Enter}");
  await expect.element(field("TikTok")).toHaveFocus();
  await expect.element(field("TikTok")).toHaveAccessibleDescription(/Indiquez une adresse web/);
  expect(site.present().version).toBe(0);
});

test("a web address typed without its scheme is shown with the stored scheme", async () => {
  await openSite();
  await field("TikTok").fill("www.tiktok.com/@maison-tenue");
  await press(saveButton(), "{Enter}");
  await expect.element(field("TikTok")).toHaveValue("https://www.tiktok.com/@maison-tenue");
});

test("a colour field describes the text on the colour, and an invalid colour is refused", async () => {
  const { site } = await openSite();
  const color = field("Couleur");
  await color.fill("rouge");
  await press(saveButton(), "{Enter}");
  await expect.element(color).toHaveFocus();
  await expect.element(page.getByText("Indiquez une couleur, par exemple #bf3013")).toBeVisible();
  await color.fill("#ffd166");
  await expect.element(color).toHaveAccessibleDescription(/Texte noir .* ils seront noirs\./);
  await color.fill("#163b42");
  await expect.element(color).toHaveAccessibleDescription(/^Texte blanc sur les boutons, contraste 12/);
  await press(saveButton(), "{Enter}");
  await expect.element(saved()).toBeVisible();
  expect(site.present().mail.color).toBe("#163b42");
});

test("the referral programme cannot be switched on without its sentence", async () => {
  const { site } = await openSite(filledSite);
  await page.getByRole("switch", { name: "Parrainage activé" }).click({ force: true });
  await press(saveButton(), "{Enter}");
  const sentence = field("Ce que l’on y gagne");
  await expect.element(sentence).toHaveFocus();
  await expect.element(page.getByText("Écrivez la phrase avant d’activer le parrainage")).toBeVisible();
  await sentence.fill("trois amies confirmées : la prochaine vague");
  await press(saveButton(), "{Enter}");
  await expect.element(saved()).toBeVisible();
  expect(site.present().referral).toEqual({
    on: true,
    sentence: "trois amies confirmées : la prochaine vague",
    friends: 3,
    cap: 20,
    messages: true,
  });
});

const partner = "Projet suivi par";
const region = () => page.getByRole("region", { name: `${partner} : logo` });
const chooser = (verb: string) => region().getByRole("button", { name: `${verb} : ${partner}` });

/** Chooses a file as the file dialog does. `userEvent.upload` takes seconds for megabytes, because it sends them as text. */
async function choose(file: File): Promise<void> {
  const input = (await region().findElement()).querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("the logo has a file field");
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const png = (bytes: number) => new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" });

test("a logo is stored when it is chosen, and removed again", async () => {
  const { site } = await openSite();
  await expect.element(region()).toMatchTextContent("Sans logo");
  await choose(png(100));
  await expect.element(region().getByRole("img", { name: "Logo actuel" })).toBeVisible();
  await expect.element(chooser("Remplacer")).toBeVisible();
  expect(site.present().images.followedBy).toBeDefined();
  await press(region().getByRole("button", { name: `Retirer : ${partner}` }), "{Enter}");
  await expect.element(region()).toMatchTextContent("Sans logo");
  await expect.element(chooser("Choisir un logo")).toHaveFocus();
});

test.each([
  ["is heavier than 5 MB", png(5 * 1024 * 1024 + 1), "5 Mo au maximum"],
  ["is an SVG", new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }), "PNG, JPEG ou WebP"],
  ["is heavy and no picture", png(600 * 1024), "PNG, JPEG ou WebP"],
])("a logo that %s is refused without being sent", async (_, file, reason) => {
  const { api } = await openSite();
  await expect.element(region()).toMatchTextContent("Sans logo");
  await choose(file);
  await expect.element(region().getByRole("alert")).toMatchTextContent(reason);
  expect(api.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
});

test("a logo of up to 5 MB is reduced to what the server accepts", async () => {
  const { api, site } = await openSite();
  const canvas = new OffscreenCanvas(900, 900);
  const context = canvas.getContext("2d");
  const noise = crypto.getRandomValues(new Uint8ClampedArray(60_000));
  for (let place = 0; place < 54; place++)
    context?.putImageData(new ImageData(noise, 150, 100), (place % 6) * 150, Math.floor(place / 6) * 100);
  const heavy = await canvas.convertToBlob();
  expect(heavy.size).toBeGreaterThan(limits.siteImageBytes);
  let sent = 0;
  api.answer({
    "PUT /api/admin/site/images/:slot": ({ body }) => {
      sent = body.size;
      return site.present();
    },
  });
  await choose(new File([heavy], "logo.png", { type: "image/png" }));
  await expect.poll(() => sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(limits.siteImageBytes);
});

test("a refused logo shows the reason", async () => {
  const { api } = await openSite();
  api.answer({
    "PUT /api/admin/site/images/:slot": () =>
      refuse(400, {
        code: "invalid_request",
        message: "Certaines informations sont manquantes ou incorrectes.",
        fields: { image: "Choisissez une image PNG, JPEG ou WebP" },
      }),
  });
  await choose(png(100));
  await expect
    .element(region().getByRole("alert"))
    .toMatchTextContent("Choisissez une image PNG, JPEG ou WebP");
});

test("the form of the site fits a phone of 360 px, and a link of the menu asks before unsaved changes are lost", async () => {
  await page.viewport(360, 740);
  const { address, api } = await openSite();
  api.answer(fakeQuestionnaire().answers);
  await field("Société").fill("Maison Tenue");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await press(page.getByRole("button", { name: "Ouvrir le menu" }), "{Enter}");
  await page.getByRole("link", { name: "Questionnaire" }).click();
  await page.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(field("Société")).toHaveValue("Maison Tenue");
  expect(address()).toBe(path);
});

test("'Annuler les modifications' resets the form of the site to the stored settings", async () => {
  await openSite();
  await field("Société").fill("Maison Tenue");
  await press(page.getByRole("button", { name: "Annuler les modifications" }), "{Enter}");
  await expect.element(field("Société")).toHaveValue("");
});
