import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { themeStorageKey } from "#contract/browser-storage.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { helpTopics } from "./help-topics.ts";

const help = "/admin/dashboard/help";
const topics = page.getByRole("main").getByRole("heading", { level: 2 });
const titles = () => topics.elements().map(({ textContent }) => textContent);
const topic = (name: string) => page.getByRole("heading", { level: 2, name });

test("the help shows its topics in order, and those that a search finds", async () => {
  const { address } = await openAdmin(help, everyScreen);
  await expect.poll(titles).toEqual(helpTopics.map(({ title }) => title));
  const field = page.getByRole("searchbox", { name: "Rechercher dans l’aide" });
  await field.fill("EMPREINTE A CLE");
  await expect.poll(titles).toEqual(["La loi en dix lignes"]);
  await expect.element(page.getByText("1 sujet", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("term")).toHaveTextContent("Effacement");
  expect(address()).toBe(`${help}?search=EMPREINTE+A+CLE`);
  await field.fill("zzz");
  await expect.element(page.getByText("Aucun sujet ne correspond")).toBeVisible();
  await page.getByRole("button", { name: "Effacer la recherche" }).click();
  await expect.element(topics).toHaveLength(helpTopics.length);
});

test("the palette leads to a topic of the help, whose heading takes the focus", async () => {
  await openAdmin("/admin/dashboard/signups", everyScreen);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" }).fill("cnil");
  await expect
    .element(page.getByRole("group", { name: "Aide" }).getByRole("option"))
    .toHaveTextContent("La loi en dix lignes");
  await userEvent.keyboard("{Enter}");
  await expect.element(topic("La loi en dix lignes")).toHaveFocus();
  await expect.element(topic("La loi en dix lignes")).toBeInViewport();
});

test("a topic is reached from the list of topics", async () => {
  await openAdmin(help, everyScreen);
  const contents = page.getByRole("navigation", { name: "Sujets de l’aide" });
  await contents.getByRole("link", { name: "États d’un message" }).click();
  await expect.element(topic("États d’un message")).toHaveFocus();
  await expect.element(topic("États d’un message")).toBeInViewport();
});

test("an address that names a topic opens the help there", async () => {
  await openAdmin(`${help}#law`, everyScreen);
  await expect.element(topic("La loi en dix lignes")).toHaveFocus();
  await expect.element(topic("La loi en dix lignes")).toBeInViewport();
});

test("the dialog of keys leads to the help", async () => {
  const { address } = await openAdmin("/admin/dashboard/signups", everyScreen);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("?");
  const dialog = page.getByRole("dialog", { name: "Raccourcis clavier" });
  await dialog.getByRole("link", { name: "Ouvrir l’aide" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe(help);
});

test.each([
  [1440, "wide", "light"],
  [1440, "wide", "dark"],
  [390, "narrow", "light"],
  [390, "narrow", "dark"],
] as const)(
  "at %i px the help shows its %s pictures of the %s theme, whole and in their size",
  async (px, width, theme) => {
    await page.viewport(px, 844);
    localStorage.setItem(themeStorageKey, theme);
    await openAdmin(help, everyScreen);
    const links = page.getByRole("link", { name: /^Agrandir : / });
    await expect.element(links).toHaveLength(helpTopics.filter(({ picture }) => picture).length);
    for (const link of links.elements() as HTMLAnchorElement[]) {
      const [image] = link.getElementsByTagName("img");
      if (!image) throw new Error("a link without a picture");
      expect(image.src).toMatch(new RegExp(`-${width}-${theme}\\.webp`));
      expect([link.href, link.target]).toEqual([image.src, "_blank"]);
      expect(image.loading).toBe("lazy");
      image.scrollIntoView();
      await expect
        .poll(() => image.complete && image.naturalWidth)
        .toBe(Number(image.getAttribute("width")) * 1.5);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);
