import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { storeReaders, uniqueWord } from "./admin-support.ts";
import { test as base, expect } from "./fixtures.ts";

/** `look`: what axe and a ruler find on the page; both need a script, so with scripts off nobody looks. */
const test = base.extend<{ look: (page: Page) => Promise<void> }>({
  look: async ({ javaScriptEnabled, expectAccessible }, use) =>
    use(async (page) => {
      if (!javaScriptEnabled) return;
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
    }),
});

async function storeReader(site: ServerProcess) {
  const name = uniqueWord();
  const email = `${name}@exemple.fr`;
  await storeReaders(site, "user", [{ name, email }]);
  const [row] = await site.sql<{ hash: string; key: string }>(
    "select address_hash($1) as hash, encode(key, 'base64') as key from address_key",
    [email],
  );
  return { email, hash: row?.hash ?? "", key: Buffer.from(row?.key ?? "", "base64") };
}

async function myDataPath(site: ServerProcess, hash: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await site.sql(
    "insert into privacy_links (token_hash, email_hash, expires_at) values ($1, $2, now() + interval '30 minutes')",
    [createHash("sha256").update(token).digest("base64url"), hash],
  );
  return `/mes-donnees/${token}`;
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });
    test("one leaves, and comes back", async ({ page, site, look }) => {
      const { hash, key } = await storeReader(site);
      const signature = createHmac("sha256", key).update(`leave ${hash}`).digest().subarray(0, 12);
      await page.goto(`/desinscription/${hash}${signature.toString("base64url")}`);
      await look(page);
      await page.getByRole("button", { name: "Me désinscrire" }).press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("C'est fait");
      await look(page);
      await page.getByRole("button", { name: "Me réinscrire" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous revoilà");
      const [row] = await site.sql<{ may: boolean }>("select may_receive_news($1) as may", [hash]);
      expect(row?.may).toBe(true);
    });

    test("a link to leave or to confirm that is not ours says so", async ({ page, allowConsole, look }) => {
      allowConsole(/404/);
      expect((await page.goto("/desinscription/x"))?.status()).toBe(404);
      await expect(page.getByRole("main")).toContainText("Écrivez-nous");
      await page.goto("/confirmation/x");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce lien n'est plus valable.");
      await look(page);
      await page.getByRole("button", { name: "Recevoir un nouveau lien" }).click();
      await expect(page.getByRole("main")).toContainText("un nouveau lien va être envoyé à son adresse");
    });

    test("one asks for one's data, and is told nothing of others'", async ({ page, allowConsole, look }) => {
      allowConsole(/400/);
      await page.goto("/mes-donnees");
      await look(page);
      await page.getByRole("button", { name: "Recevoir mon lien" }).click();
      const field = page.getByRole("textbox", { name: "Adresse e-mail" });
      await expect(field).toHaveAccessibleDescription("L'email est requis");
      await look(page);
      await field.fill("personne@exemple.fr");
      await field.press("Enter");
      await expect(page.getByRole("status")).toHaveText(
        "Si cette adresse est connue, un lien valable 30 minutes vient de lui être envoyé.",
      );
    });

    test("one's data are seen, corrected and erased in two steps", async ({
      page,
      site,
      allowConsole,
      look,
    }) => {
      allowConsole(/40[04]/);
      const { email, hash } = await storeReader(site);
      const path = await myDataPath(site, hash);
      await page.goto(path);
      await expect(page.getByRole("main")).toContainText(email);
      await look(page);
      await page.getByLabel("Prénom").fill(" ");
      await page.getByRole("button", { name: "Corriger" }).click();
      await expect(page.getByLabel("Prénom")).toHaveAccessibleDescription("Le prénom est requis");
      await page.getByLabel("Prénom").fill("Chloé");
      await page.getByRole("button", { name: "Corriger" }).click();
      await expect(page.getByRole("status")).toHaveText("Vos informations sont corrigées.");
      await expect(page.getByLabel("Prénom")).toHaveValue("Chloé");
      await page.getByRole("button", { name: "Ne plus les recevoir" }).click();
      await expect(page.getByRole("status")).toContainText("vous ne recevrez plus");
      await page.getByRole("link", { name: "Effacer mes données" }).click();
      await look(page);
      await page.getByRole("button", { name: "Effacer définitivement" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos données sont effacées");
      expect(await site.sql("select 1 from beta_signups where email = $1", [email])).toEqual([]);
      expect((await page.goto(path))?.status()).toBe(404);
    });
  });
}
