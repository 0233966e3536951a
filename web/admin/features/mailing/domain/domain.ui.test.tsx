import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import { dkimKey, fakeDomain, fakeMail } from "#test/support/ui/mail-fake.ts";
import { button, dialog, inDialog, press } from "#test/support/ui/mail-page.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const dmarcValue = "v=DMARC1; p=none; rua=mailto:bonjour@tenue.example";
const missingDmarc: DomainCheckRow = {
  key: "dmarc",
  found: "Aucun enregistrement",
  verdict: "error",
  fix: { text: "Publiez-le.", record: { name: "_dmarc.tenue.example", type: "TXT", value: dmarcValue } },
};
const silentSpf: DomainCheckRow = { key: "spf", found: "Le DNS n’a pas répondu", verdict: "unknown" };

async function openDomain(start: Parameters<typeof fakeDomain>[0], admin = superAdmin) {
  const domain = fakeDomain(start);
  const answers = { ...fakeMail().answers, ...domain.answers };
  await openAdmin("/admin/dashboard/emails?tab=domain", answers, admin);
  await expect.element(page.getByRole("heading", { name: "Clés DKIM" })).toBeVisible();
  return domain;
}

const rowOf = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("the first check of a domain shows each verdict, says how it ended, and focuses the heading", async () => {
  await openDomain({ found: [missingDmarc, silentSpf] });
  await expect.element(page.getByText("Ce domaine n’a pas encore été vérifié")).toBeVisible();
  await press("Vérifier le domaine");
  await expect.element(rowOf("DMARC")).toMatchTextContent(/À corriger.*_dmarc\.tenue\.example/);
  // A DNS server that does not answer says nothing about the domain.
  await expect.element(rowOf("SPF")).toMatchTextContent(/Inconnu.*n’a pas répondu/);
  await expect.element(page.getByText(/^Vérification terminée\s: À corriger, 1\sligne/)).toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Vérifier le domaine" })).toHaveFocus();
});

test("a DNS record is copied with the keyboard, and the screen says so", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openDomain({ checked: [missingDmarc] });
  await press("Copier la valeur (DMARC)");
  await expect.element(rowOf("DMARC").getByRole("status").getByText("Valeur copiée")).toBeInTheDocument();
  expect(copied).toHaveBeenCalledExactlyOnceWith(dmarcValue);
});

test("a new DKIM key shows its record and focuses the heading, and no second key can be created while it waits", async () => {
  await openDomain({ checked: [] });
  await press("Créer une clé");
  const key = page.getByRole("list", { name: "Clés DKIM" }).getByRole("listitem");
  await expect.element(key).toMatchTextContent(/À publier.*v=DKIM1; p=MIIB/);
  await expect.element(button("Créer une clé")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Clés DKIM" })).toHaveFocus();
});

test("retiring a DKIM key asks first, and Escape cancels", async () => {
  const active = dkimKey({ state: "active", activatedAt: "2026-01-20T10:00:00.000Z" });
  const { state } = await openDomain({ checked: [], keys: [active] });
  const retire = `Retirer la clé ${active.selector} de tenue.example`;
  await press(retire);
  await expect.element(dialog("Retirer cette clé ?")).toMatchTextContent("encore 7 jours");
  await userEvent.keyboard("{Escape}");
  await expect.element(button(retire)).toHaveFocus();
  expect(state.keys).toEqual([active]);
  await press(retire);
  await inDialog("Retirer cette clé ?", "Retirer").click();
  await expect.element(page.getByText("Retirée bientôt")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Clés DKIM" })).toHaveFocus();
});

test("only super administrators create and retire DKIM keys", async () => {
  await openDomain({ checked: [], keys: [dkimKey({ state: "active" })] }, plainAdmin);
  await expect.element(page.getByText(/Seuls les super administrateurs créent/)).toBeVisible();
  await expect.element(page.getByText("tenue202602", { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: /^(Créer une|Retirer la) clé/ }))
    .not.toBeInTheDocument();
});
