import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeMail, logEntry } from "#test/support/ui/mail-fake.ts";
import { button, dialog, inDialog, mailFrame } from "#test/support/ui/mail-page.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const failed = (index: number) => logEntry(index, { status: "failed", errorMessage: "550 Boîte inconnue" });
const waiting = logEntry(2, {
  status: "pending",
  errorMessage: "451 Plus tard",
  nextAttemptAt: "2026-02-01T12:00:00.000Z",
});
const others = (count: number) => Array.from({ length: count }, (_, index) => logEntry(index + 10));

const table = page.getByRole("table", { name: /^Historique des e-mails/ });
const rowCount = () => document.querySelectorAll("tbody tr").length;

async function openLog(log = [failed(1), waiting, ...others(3)], query = "") {
  const mail = fakeMail({ log });
  const opened = await openAdmin(`/admin/dashboard/emails?tab=log${query}`, mail.answers);
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  return { ...mail, ...opened };
}

test("the log shows the newest 100 messages, then the rest on demand", async () => {
  await openLog(others(130));
  await expect.element(page.getByText("100 e-mails affichés")).toBeVisible();
  expect(rowCount()).toBe(100);
  await button("Afficher plus").click();
  await expect.poll(rowCount).toBe(130);
  await expect.element(button("Afficher plus")).not.toBeInTheDocument();
});

test("the log shows the mail server's message for a failure, and the next attempt for a waiting message", async () => {
  await openLog();
  const failure = table.getByRole("row", { name: /p1@exemple/ });
  await expect.element(failure).toMatchTextContent(/Échec.*550 Boîte inconnue/);
  const wait = table.getByRole("row", { name: /p2@exemple/ });
  await expect.element(wait).toMatchTextContent(/En attente.*451 Plus tard.*Nouvel essai le .* \(essai 2\)/);
});

test("the log keeps its filter and its search in the address and can clear both", async () => {
  const { address } = await openLog();
  await expect.poll(rowCount).toBe(5);
  await button("Échecs").click();
  await expect.poll(rowCount).toBe(1);
  await expect.poll(address).toContain("status=failed");
  await page.getByRole("searchbox").fill("Message 77");
  await expect.element(page.getByText("Aucun e-mail ne correspond")).toBeVisible();
  await expect.poll(address).toContain("search=Message+77");
  await button("Voir tous les e-mails").click();
  await expect.poll(rowCount).toBe(5);
});

test("resending failed messages asks first and states how many will be sent", async () => {
  const { state } = await openLog([failed(1), failed(3), waiting, ...others(2)]);
  await page.getByRole("checkbox", { name: "Sélectionner l’e-mail à p1@exemple.fr" }).click();
  await button("Relancer les échecs").click();
  await inDialog("Relancer 1 e-mail ?", "Ne pas relancer").click();
  await expect.element(dialog("Relancer 1 e-mail ?")).not.toBeInTheDocument();
  expect(state.log.filter(({ status }) => status === "failed")).toHaveLength(2);
  await button("Relancer les échecs").click();
  await inDialog("Relancer 1 e-mail ?", "Relancer 1 e-mail").click();
  await expect.element(page.getByText("1 e-mail remis en attente d’envoi.")).toBeVisible();
  expect(state.log.map(({ status }) => status)).toEqual(["pending", "failed", "pending", "sent", "sent"]);
  await expect.element(page.getByText("Sélectionner les échecs affichés (1)")).toBeVisible();
});

test("only failed messages can be selected for another attempt", async () => {
  await openLog();
  await expect.element(table).toBeVisible();
  const boxes = table
    .getByRole("checkbox")
    .elements()
    .map((box) => box.getAttribute("aria-label"));
  expect(boxes).toEqual(["Sélectionner l’e-mail à p1@exemple.fr"]);
});

test("'Traiter emails en attente' reports how many messages were sent and how many failed, and reads the log again", async () => {
  const { api, state } = await openLog();
  const message = "2 email(s) envoyé(s) avec succès, 1 échec(s).";
  api.answer({
    "POST /api/admin/email/log/process": () => {
      state.log = [logEntry(2)];
      return { sent: 2, failed: 1, message };
    },
  });
  await button("Traiter emails en attente").click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.poll(rowCount).toBe(1);
});

test("on a phone the log is a list of cards that open the message in a frame without scripts", async () => {
  await page.viewport(390, 844);
  const { address } = await openLog();
  const cards = page.getByRole("list", { name: "Historique des e-mails" });
  await expect.poll(() => cards.getByRole("listitem").elements().length).toBe(5);
  await button("Contenu de l’e-mail à p1@exemple.fr").click();
  await expect.element(dialog("Message 1")).toMatchTextContent("550 Boîte inconnue");
  await expect.poll(mailFrame).toEqual({ html: "<p>Contenu de Message 1</p>", sandbox: "" });
  await expect.poll(address).toContain("entry=");
});
