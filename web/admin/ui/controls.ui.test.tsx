import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { contrastOf } from "#contract/color.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { privacyRequest } from "#test/support/ui/privacy-fake.ts";

const account = "/admin/dashboard/account";
const letters = page.getByRole("switch", { name: "Raccourcis à une lettre" });
const password = page.getByRole("textbox", { name: "Mot de passe actuel" });

/** The outline width of a control, or of the element drawn for it: a field's frame or a switch's track. */
function outlineWidth(control: Element): number {
  const drawn = [control, control.nextElementSibling, control.parentElement].filter((part) => part !== null);
  const widths = drawn
    .map((part) => getComputedStyle(part))
    .filter(({ outlineStyle }) => outlineStyle !== "none")
    .map((style) => Number.parseFloat(style.outlineWidth));
  return Math.max(0, ...widths);
}

// Keyboard users must see the focus (WCAG 2.4.7). Tests one control of each kind that has separate styles.
test.each<[string, string, () => Locator]>([
  ["button", account, () => page.getByRole("button", { name: "Modifier le mot de passe" })],
  ["link", account, () => page.getByRole("navigation").getByRole("link", { name: "Serveur" })],
  ["text field", account, () => password],
  ["switch", account, () => letters],
  [
    "choice",
    "/admin/dashboard/privacy",
    () => page.getByRole("searchbox").or(page.getByRole("textbox")).first(),
  ],
])("a focused %s has a visible outline", async (_, address, control) => {
  await openAdmin(address, everyScreen);
  await expect.element(control()).toBeInTheDocument();
  await userEvent.tab();
  control().element().focus();
  await expect.poll(() => outlineWidth(control().element())).toBeGreaterThanOrEqual(2);
});

function toHex(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  // The browser writes mixed colours with values from 0 to 1.
  const scale = color.startsWith("color(srgb") ? 255 : 1;
  const byte = (value: number) =>
    Math.round(value * scale)
      .toString(16)
      .padStart(2, "0");
  return `#${byte(red)}${byte(green)}${byte(blue)}`;
}

/** The background colour behind an element. */
function groundOf(element: Element): string {
  for (let part = element.parentElement; part; part = part.parentElement) {
    const { backgroundColor } = getComputedStyle(part);
    if (!/, 0\)|transparent/.test(backgroundColor)) return toHex(backgroundColor);
  }
  return toHex(getComputedStyle(document.body).backgroundColor);
}

// Users find a control by its edge (WCAG 1.4.11).
test.each(["light", "dark"] as const)(
  "the edges of controls have a contrast of 3:1 in %s colours",
  async (scheme) => {
    await openAdmin(account, everyScreen);
    await expect.element(letters).toBeInTheDocument();
    const root = document.documentElement;
    if (root.getAttribute("data-mantine-color-scheme") !== scheme) {
      await page.getByRole("button", { name: /^Passer au thème/ }).click();
    }
    const field = password.element().closest(".mantine-Input-input") ?? password.element();
    const track = letters.element().nextElementSibling ?? letters.element();
    const search = page.getByRole("button", { name: /^Rechercher/ }).element();
    const edges = {
      field: contrastOf(toHex(getComputedStyle(field).borderTopColor), groundOf(field)),
      switch: contrastOf(toHex(getComputedStyle(track).backgroundColor), groundOf(track)),
      button: contrastOf(toHex(getComputedStyle(search).borderTopColor), groundOf(search)),
    };
    for (const [control, contrast] of Object.entries(edges)) {
      expect(contrast, control).toBeGreaterThanOrEqual(3);
    }
  },
);

test("a row that is folded to a card labels each of its dates", async () => {
  await page.viewport(700, 900);
  await openAdmin("/admin/dashboard/privacy", {
    ...everyScreen,
    "GET /api/admin/privacy/requests": () => ({ items: [privacyRequest()] }),
  });
  await expect.element(page.getByRole("rowheader")).toBeInTheDocument();
  const cells = [...document.querySelectorAll("td[data-label]")];
  const labels = cells.map((cell) => getComputedStyle(cell, "::before").content);
  expect(labels.join()).toMatch(/Reçue.*:.*Échéance.*:/);
});
