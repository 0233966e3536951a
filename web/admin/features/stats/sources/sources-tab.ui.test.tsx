import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { addDays, dayOf } from "#contract/stats.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSources, noSources, someSources } from "#test/support/ui/sources-fake.ts";
import { fakeStats } from "#test/support/ui/stats-fake.ts";

const path = "/admin/dashboard/stats";
const table = page.getByRole("table", { name: /^Passages et inscriptions par source/ });
const maker = page.getByRole("region", { name: "Faire un lien" });

async function openSources(query = "", answers: FakeAnswers = fakeSources()) {
  const opened = await openAdmin(`${path}?tab=sources${query}`, {
    ...everyScreen,
    ...fakeStats(),
    ...answers,
  });
  await expect.element(page.getByRole("heading", { name: "Provenance" })).toBeVisible();
  return opened;
}

const rowTexts = () =>
  [...table.element().querySelectorAll("tbody tr")].map((row) =>
    [...row.children]
      .map((cell) => {
        const copy = cell.cloneNode(true) as Element;
        for (const unseen of copy.querySelectorAll(".visually-hidden")) unseen.remove();
        return copy.textContent?.replace(/\s/g, " ").trim();
      })
      .join("|"),
  );

test("the table lists the sources, and a source expands to its media and campaigns", async () => {
  await openSources();
  await expect.element(table).toBeVisible();
  expect(rowTexts()).toEqual([
    "instagram|600|310|32|26|10|8|6|5 %",
    "Accès direct|400|90|8|4|2|0|0|2 %",
    "Inconnue|0|0|1|0|0|0|0|—",
    "Toutes les sources|1 000|400|41|30|12|8|6|4 %",
  ]);
  await table
    .getByRole("button", { name: /^instagram/ })
    .first()
    .click();
  expect(rowTexts().slice(0, 3)).toEqual([
    "instagram|600|310|32|26|10|8|6|5 %",
    "story · mai|500|300|30|25|10|8|6|6 %",
    "bio|100|10|2|1|0|0|0|2 %",
  ]);
  const unfolded = table.getByRole("row", { name: /^story · mai/ });
  expect(unfolded.getByRole("button").elements()).toEqual([]);
  expect(page.getByText(/lignes les plus fréquentées/).elements()).toEqual([]);
});

test("a sentence says when the table of sources leaves out rows", async () => {
  await openSources("", fakeSources({ ...someSources, items: someSources.items.slice(0, 2) }));
  await expect.element(page.getByText(/^Seules les 2 lignes les plus fréquentées/)).toBeVisible();
});

test("a count of people opens their list with the source, the period and the state in its address", async () => {
  const { address, router } = await openSources("&audience=brand&period=7");
  await table
    .getByRole("link", { name: /confirmés d’Instagram/ })
    .first()
    .click();
  await expect.poll(address).toContain("/admin/dashboard/brands");
  const rules = () => {
    const query = new URLSearchParams(router.state.location.search);
    return JSON.parse(query.get("conditions") ?? "null").groups[0].rules;
  };
  expect(rules()).toEqual([
    { field: "counted", op: "is", value: true },
    { field: "source", op: "is", value: "instagram" },
    { field: "date", op: "after", value: addDays(dayOf(new Date()), -7) },
    { field: "confirmed", op: "is", value: true },
  ]);
});

test("a count of both audiences asks which list to open", async () => {
  const { address } = await openSources("&period=all");
  await table.getByRole("button", { name: /approuvés de toutes les sources/ }).click();
  await page.getByRole("menuitem", { name: "Voir les utilisateurs" }).click();
  await expect.poll(address).toContain("/admin/dashboard/signups?status=approved&conditions=");
});

test("the counts of invitations open the lists by the state of the invitation", async () => {
  const { address } = await openSources("&audience=user&period=all");
  await table.getByRole("link", { name: /entrés de toutes les sources/ }).click();
  await expect.poll(address).toContain("/admin/dashboard/signups?invitation=redeemed&");
});

test("the funnel has seven bars, and states the loss between them in words", async () => {
  await openSources();
  const funnel = page.getByRole("region", { name: "Du passage à l’entrée" });
  await expect
    .element(funnel)
    .toMatchTextContent("600 passages sur 1 000 sans ouverture du formulaire, soit 60 %");
  await expect.element(funnel).toMatchTextContent("(100 formulaires commencés)");
  expect(funnel.getByRole("listitem").elements()).toHaveLength(7);
});

test("filters and tab of the sources are in the address, and the filters go to the server", async () => {
  const queries: unknown[] = [];
  const { address } = await openSources("", {
    "GET /api/admin/sources": ({ query }) => {
      queries.push(query);
      return noSources;
    },
  });
  await page.getByRole("button", { name: "Marques", exact: true }).click();
  await page.getByRole("button", { name: "Tout", exact: true }).click();
  await expect.poll(address).toBe(`${path}?tab=sources&audience=brand&period=all`);
  await expect.poll(() => queries.at(-1)).toEqual({ audience: "brand" });
  await page.getByRole("link", { name: "Réponses" }).click();
  await expect.element(page.getByRole("heading", { name: "Statistiques des Réponses" })).toBeVisible();
  await expect.poll(address).toBe(`${path}?audience=brand&period=all`);
});

test("a period without visits says what to do next", async () => {
  await openSources("", fakeSources(noSources));
  await expect.element(page.getByText("Aucun passage ni inscription sur cette période.")).toBeVisible();
  await expect.element(maker).toBeVisible();
});

test("a failure to load the sources is shown and can be retried", async () => {
  const { api } = await openSources("", {
    "GET /api/admin/sources": () => refuse(500, { code: "internal", message: "" }),
  });
  await expect.element(page.getByRole("alert")).toBeVisible();
  api.answer(fakeSources());
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(table).toBeVisible();
});

test("the chart of the largest sources counts passages or sign-ups", async () => {
  const { address } = await openSources();
  const chart = page.getByRole("region", { name: "Les dix premières sources au fil du temps" });
  await expect.element(chart).toMatchTextContent("instagram");
  await chart.getByText("Voir les chiffres").click();
  const first = chart.getByRole("row").nth(1);
  await expect.element(first).toMatchTextContent("21 novembre 2026");
  await expect.element(first).toMatchTextContent("600");
  await page.getByRole("button", { name: "Inscrits", exact: true }).click();
  await expect.element(first).toMatchTextContent("32");
  await expect.poll(address).toContain("measure=signedUp");
});

test("the link maker names the source as visits are counted, and gives link, SVG and PNG", async () => {
  await openSources();
  await expect.element(maker).toMatchTextContent("Nommez la source");
  await maker.getByLabelText("Source").fill("Salon de la mode");
  await maker.getByLabelText("Page").selectOptions("Formulaire des marques");
  const link = `${location.origin}/inscription?type=marque&utm_source=salon%20de%20la%20mode`;
  await expect.element(maker.getByText(link)).toBeVisible();
  await expect.element(maker.getByRole("img", { name: "Code QR du lien" })).toBeVisible();
  const saved: { download: string; href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ download: this.download, href: this.href });
  });
  for (const type of ["SVG", "PNG"]) await maker.getByRole("button", { name: `Code QR en ${type}` }).click();
  await expect.poll(() => saved.map(({ download }) => download)).toEqual(["code-qr.svg", "code-qr.png"]);
  expect(saved[1]?.href).toMatch(/^data:image\/png;base64,/);
  await maker.getByLabelText("Source").fill("zoe@exemple.fr");
  await expect.element(maker.getByText(/^Sans arobase/)).toBeVisible();
});

test("the link maker refuses a mail address as medium or campaign, and makes no link", async () => {
  await openSources();
  await maker.getByLabelText("Source").fill("Instagram");
  for (const field of ["Support", "Campagne"]) {
    await maker.getByLabelText(field).fill("zoe@exemple.fr");
    await expect.element(maker.getByText(/^Sans arobase/)).toBeVisible();
    await expect.element(maker).toMatchTextContent("Corrigez le champ signalé");
    expect(maker.getByRole("button", { name: "Copier le lien" }).elements()).toEqual([]);
    await maker.getByLabelText(field).fill("");
  }
  await expect.element(maker.getByRole("button", { name: "Copier le lien" })).toBeVisible();
});

test("a picture that the browser cannot draw is reported in a notice", async () => {
  await openSources();
  await maker.getByLabelText("Source").fill("Instagram");
  vi.spyOn(HTMLImageElement.prototype, "decode").mockRejectedValue(new Error("no picture"));
  await maker.getByRole("button", { name: "Code QR en PNG" }).click();
  await expect.element(page.getByText("L’image n’a pas pu être enregistrée.")).toBeVisible();
});
