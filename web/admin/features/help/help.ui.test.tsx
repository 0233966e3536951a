import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { helpTopics } from "./help-topics.ts";

const help = "/admin/dashboard/help";
const topics = page.getByRole("main").getByRole("heading", { level: 2 });
const titles = () => topics.elements().map(({ textContent }) => textContent);
const topic = (name: string) => page.getByRole("heading", { level: 2, name });

test("the help lists its topics in order and filters them by the search", async () => {
  const { address } = await openAdmin(help, everyScreen);
  await expect.poll(titles).toEqual(helpTopics.map(({ title }) => title));
  const field = page.getByRole("searchbox", { name: "Rechercher dans l’aide" });
  await field.fill("EMPREINTE A CLE");
  await expect.poll(titles).toEqual(["La loi en dix lignes"]);
  await expect.element(page.getByText("1 sujet", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("term")).toHaveTextContent("Effacement");
  await expect.poll(address).toBe(`${help}?search=EMPREINTE+A+CLE`);
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
  await expect.poll(address).toBe(help);
});
