import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

// A server of its own: nobody has signed up there.
test.use({ ...calm, serverEnvironment: {} });

/** Which noun how many sentences say that there is none of: "Aucune inscription…" counts for "inscription". */
function countOfNone(text: string): Map<string, number> {
  const nouns = [...text.matchAll(/\baucune?\s+(\p{L}+)/giu)].map(([, noun = ""]) => noun.toLowerCase());
  return new Map([...new Set(nouns)].map((noun) => [noun, nouns.filter((one) => one === noun).length]));
}

test("an empty list says once that it is, exports nothing, and counts again for a search or a status", async ({
  adminPage: page,
  expectAccessible,
}) => {
  test.slow();
  for (const path of ["signups", "brands"]) {
    await page.goto(`/admin/dashboard/${path}`);
    const result = page.getByText("0 résultat", { exact: true });
    const csv = page.getByRole("link", { name: "Exporter en CSV" });
    const approved = page.getByRole("button", { name: /^Approuvés/ });
    await expect(page.getByText("Aucune inscription pour le moment")).toBeVisible();
    await expect(approved).toHaveText("Approuvés");
    await expect(csv).toHaveCount(0);
    await expect(result).toHaveCount(0);
    await expectAccessibleInBothThemes(page, expectAccessible);

    await page.getByRole("searchbox").fill("zzz");
    await expect(page.getByText("Aucune inscription ne correspond")).toBeVisible();
    await expect(result).toBeVisible();
    await expect(approved).toHaveText("Approuvés0");
    await expect(csv).toBeVisible();
    await page.goto(`/admin/dashboard/${path}?status=approved`);
    await expect(result).toBeVisible();
    await expect(approved).toHaveText("Approuvés0");
  }
});

test("no screen of an empty installation says more than twice that there is none of a thing", async ({
  adminPage: page,
}) => {
  test.setTimeout(240_000);
  expect(countOfNone("Aucun envoi. Aucune inscription, aucun envoi")).toEqual(
    new Map([
      ["envoi", 2],
      ["inscription", 1],
    ]),
  );
  await page.goto("/admin/dashboard/account");
  const menu = page.getByRole("navigation", { name: "Menu d’administration", includeHidden: true });
  const links = menu.locator("a[href^='/admin']");
  await expect(links).not.toHaveCount(0);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const said: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const counts = countOfNone(await page.getByRole("main").innerText());
    said.push(...[...counts].map(([noun, count]) => `${address} ${noun} ${count}`));
  }
  expect(said).toContain("/admin/dashboard/signups inscription 1");
  expect(said.filter((one) => !/ [12]$/.test(one))).toEqual([]);
});
