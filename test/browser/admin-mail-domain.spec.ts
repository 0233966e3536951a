import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { button, saveSettings, sendingTo, startMailbox } from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const rowOf = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Résultats de la vérification" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

// A remaining key would sign or stop the messages of other tests.
test.afterEach(async ({ site, dns }) => {
  await site.sql("delete from dkim_keys");
  await site.sql("delete from domain_checks");
  for (const name of [...dns.zones.keys()]) if (name !== "*") dns.zones.delete(name);
});

test("a new domain becomes valid for receivers with the records that the screen suggests", async ({
  adminPage: page,
  site,
  dns,
}) => {
  const mailbox = await startMailbox();
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    await page.goto("/admin/dashboard/emails?tab=domain");
    await button(page, "Vérifier le domaine").click();
    await expect(rowOf(page, "SPF")).toContainText("À corriger");
    await expect(rowOf(page, "DMARC")).toContainText("_dmarc.tenue.example");

    await button(page, "Créer une clé").click();
    const key = page.getByRole("list", { name: "Clés DKIM" }).getByRole("listitem");
    await expect(key).toContainText("À publier");
    await expectNoSidewaysScrolling(page);
    const [name = "", , value = ""] = await key.locator("code").allTextContents();
    dns.zones.set(name, { txt: [value] });
    dns.zones.set("tenue.example", {
      txt: ["v=spf1 ip4:198.51.100.7 ~all"],
      mx: [{ priority: 10, exchange: "mx.tenue.example" }],
    });
    dns.zones.set("_dmarc.tenue.example", { txt: ["v=DMARC1; p=quarantine"] });
    await button(page, "Vérifier de nouveau").click();
    await expect(key).toContainText("Active");
    for (const good of ["Signature DKIM", "DMARC", "Alignement", "Réception des retours (MX)"]) {
      await expect(rowOf(page, good)).toContainText("Bon");
    }
    await expect(rowOf(page, "Désinscription en un clic")).toContainText("À corriger");
  } finally {
    await mailbox.stop();
  }
});
