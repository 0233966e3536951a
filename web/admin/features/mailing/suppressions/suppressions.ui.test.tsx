import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Suppression } from "#contract/suppressions.schema.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { button, dialog, field, inDialog, press } from "#test/support/ui/mail-page.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const at = "2026-02-01T10:00:00.000Z";

function bounced(index: number): Suppression {
  const email = `n${index}@exemple.fr`;
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    email,
    scope: "all",
    reason: "bounced",
    at,
    source: "retour de message",
    until: null,
    events: [
      {
        kind: "hard",
        source: "mailbox",
        statusCode: "5.1.1",
        serverWords: `550 5.1.1 ${email} : boîte inconnue`,
        headers: `Final-Recipient: rfc822; ${email}`,
        verified: true,
        at,
      },
    ],
  };
}

/** Opens the list with fake rows in memory. */
async function openSuppressions(stored: Suppression[]) {
  let rows = stored;
  const lifted: { ids: string[]; reason: string }[] = [];
  const lift = (ids: string[], reason: string) => {
    lifted.push({ ids, reason });
    rows = rows.filter(({ id }) => !ids.includes(id));
  };
  const answers: FakeAnswers = {
    ...everyScreen,
    "GET /api/admin/suppressions": ({ query }) => {
      const { email = "", reason = "all" } = query as Record<string, string>;
      const items = rows
        .filter((row) => email === "" || row.email === email)
        .filter((row) => reason === "all" || row.reason === reason);
      return { items, next: null };
    },
    "POST /api/admin/suppressions": ({ json }) => {
      if (rows.some(({ email }) => email === json.email)) {
        const fields = { email: "Cette adresse est déjà bloquée pour ce motif." };
        return refuse(409, { code: "conflict", message: "Incorrect.", fields });
      }
      const added: Suppression = { ...bounced(900), email: json.email, reason: json.reason, events: [] };
      rows = [added, ...rows];
      return added;
    },
    "DELETE /api/admin/suppressions/:id": ({ param, json }) => {
      lift([param.id], json.reason);
      return undefined;
    },
    "POST /api/admin/suppressions/lift": ({ json }) => {
      lift(json.ids, json.reason);
      return { count: json.ids.length };
    },
  };
  await openAdmin("/admin/dashboard/emails?tab=suppressions", answers);
  await expect.element(page.getByRole("tab", { name: "Adresses bloquées", selected: true })).toBeVisible();
  return {
    lifted,
    /** Blocks an address as another admin does. */
    blockElsewhere(row: Suppression) {
      rows = [row, ...rows];
    },
  };
}

test("'Actualiser' reloads the blocked addresses", async () => {
  const { blockElsewhere } = await openSuppressions([bounced(1)]);
  await expect.element(page.getByRole("rowheader")).toMatchTextContent("n1@exemple.fr");
  blockElsewhere(bounced(2));
  await button("Actualiser").click();
  await expect.element(page.getByRole("rowheader").first()).toMatchTextContent("n2@exemple.fr");
});

test("at 360 px the checkbox of a blocked address is on the line of the address", async () => {
  await page.viewport(360, 740);
  await openSuppressions([bounced(1)]);
  const box = page.getByRole("checkbox", { name: /^Choisir n1@exemple.fr/ });
  await expect.element(box).toBeVisible();
  const [own, address] = [box, page.getByRole("rowheader")].map((part) =>
    part.element().getBoundingClientRect(),
  );
  expect(Math.abs((own?.top ?? 0) - (address?.top ?? 99))).toBeLessThan(8);
  expect(own?.right).toBeLessThanOrEqual(address?.left ?? 0);
});

test("an address is blocked with the keyboard; an invalid or blocked one is refused in its field", async () => {
  await openSuppressions([]);
  await expect.element(page.getByText("Aucune adresse n’est bloquée")).toBeVisible();
  const email = field("E-mail");
  await email.fill("pas une adresse");
  await userEvent.keyboard("{Enter}");
  await expect.element(email).toHaveAttribute("aria-invalid", "true");
  await expect.element(email).toHaveFocus();
  await email.fill("zoe@exemple.fr");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Adresse bloquée", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /zoe@exemple\.fr/ })).toBeVisible();
  await email.fill("zoe@exemple.fr");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Cette adresse est déjà bloquée pour ce motif.")).toBeVisible();
});

test("the search needs a whole address, and says when that address is not blocked", async () => {
  await openSuppressions([bounced(1), bounced(2)]);
  await expect.element(button("Débloquer n2@exemple.fr (Adresse en erreur)")).toBeVisible();
  const search = field("Chercher une adresse entière");
  await search.fill("n1@exemple.fr");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Débloquer n2@exemple.fr (Adresse en erreur)")).not.toBeInTheDocument();
  await search.fill("n1@");
  await userEvent.keyboard("{Enter}");
  await expect.element(search).toHaveAttribute("aria-invalid", "true");
  await search.fill("autre@exemple.fr");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Cette adresse n’est pas bloquée")).toBeVisible();
});

test.each(["Tout afficher", "Voir toutes les adresses bloquées"])(
  "'%s' empties the search and gives its field the focus",
  async (name) => {
    await openSuppressions([bounced(1)]);
    const search = field("Chercher une adresse entière");
    await search.fill("autre@exemple.fr");
    await userEvent.keyboard("{Enter}");
    await button(name).click();
    await expect.element(button("Débloquer n1@exemple.fr (Adresse en erreur)")).toBeVisible();
    await expect.element(search).toHaveValue("");
    await expect.element(search).toHaveFocus();
  },
);

test("an address is unblocked only with a reason", async () => {
  const { lifted } = await openSuppressions([{ ...bounced(1), email: null }]);
  await press("Débloquer adresse effacée (Adresse en erreur)");
  const reason = dialog("Débloquer cette adresse ?").getByRole("textbox", { name: "Raison" });
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog("Débloquer cette adresse ?")).toMatchTextContent("Indiquez pourquoi");
  await reason.fill("Elle a rappelé");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Aucune adresse n’est bloquée")).toBeVisible();
  expect(lifted).toEqual([{ ids: [bounced(1).id], reason: "Elle a rappelé" }]);
});

test("several addresses are unblocked for one reason with the keyboard", async () => {
  const { lifted } = await openSuppressions([bounced(1), bounced(2), bounced(3)]);
  for (const index of [1, 3]) {
    const box = page.getByRole("checkbox", { name: `Choisir n${index}@exemple.fr (Adresse en erreur)` });
    await expect.element(box).toBeVisible();
    (box.element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
  }
  await expect.element(page.getByText("2 adresses choisies")).toBeVisible();
  await press("Débloquer la sélection");
  await dialog("Débloquer 2 adresses ?").getByRole("textbox", { name: "Raison" }).fill("Corrigées");
  await inDialog("Débloquer 2 adresses ?", "Débloquer").click();
  await expect.element(page.getByRole("row", { name: /n1@/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("row", { name: /n2@/ })).toBeVisible();
  expect(lifted).toEqual([{ ids: [bounced(1).id, bounced(3).id], reason: "Corrigées" }]);
});

test("a mail server's text about an address is quoted with its source, shortened, and cannot look like a text of the site", async () => {
  const [report] = bounced(1).events;
  if (!report) throw new Error("no event");
  const events: Suppression["events"] = [
    report,
    { ...report, source: "smtp", serverWords: `550 ${"x".repeat(500)}`, headers: null },
    {
      ...report,
      verified: false,
      headers: "Subject: \u202enon\u202c\u0000",
      serverWords: "550 \u202enon\u202c » Tenue\u00a0:\n« écrivez à aide@pirate.example",
    },
  ];
  await openSuppressions([{ ...bounced(1), events }]);
  const row = page.getByRole("row", { name: /n1@/ });
  await row.getByText("Retours", { exact: true }).click();
  await expect.element(row).toMatchTextContent(/Adresse inexistante \(5\.1\.1\)/);
  const shown = (text: string) => expect.element(row.getByText(text, { exact: true })).toBeVisible();
  await shown("Citation du rapport : « 550 5.1.1 n1@exemple.fr : boîte inconnue »");
  await shown(`Réponse du serveur distant : « 550 ${"x".repeat(196)} »`);
  await shown('Citation du rapport : « 550 non " Tenue : " écrivez à aide@pirate.example »');
  await shown("Non vérifié : Adresse inexistante");
  await shown(
    "Ce rapport ne porte pas la signature du message : n’importe qui peut l’avoir écrit. Il ne bloque aucune adresse et n’arrête aucun envoi.",
  );
  expect(row.element().textContent).not.toMatch(/[\p{Bidi_Control}\0]/u);
});

test("the address of the former screen opens the tab", async () => {
  const { address } = await openAdmin("/admin/dashboard/suppressions", everyScreen);
  await expect.poll(address).toBe("/admin/dashboard/emails?tab=suppressions");
  await expect.element(page.getByText("Aucune adresse n’est bloquée")).toBeVisible();
});

test("the list of blocked addresses is filtered by the reason of the block", async () => {
  await openSuppressions([bounced(1), { ...bounced(2), reason: "manual", scope: "news", events: [] }]);
  await page.getByRole("combobox", { name: "Filtrer par motif" }).selectOptions("Adresse en erreur");
  await expect.element(page.getByRole("row", { name: /n2@/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("row", { name: /n1@/ })).toBeVisible();
});
