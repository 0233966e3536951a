import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test.afterEach(async ({ site }) => {
  await site.sql("delete from mail_hold");
  await site.sql("delete from email_log where recipient_email = 'retenu@exemple.test'");
});

test("after a restore the dashboard and both mail screens say that all e-mails are held, until a super administrator decides", async ({
  adminPage: page,
  site,
}) => {
  await site.sql("insert into mail_hold (backup_made_at) values (now() - interval '6 hours')");
  await site.sql(
    `insert into email_log (recipient_email, subject, content, lane, status, email_type, created_at)
     values ('retenu@exemple.test', 'Bonjour', 'Bonjour', 'direct', 'pending', 'transactional', now() - interval '1 day')`,
  );
  const banner = page.getByRole("status").filter({ hasText: "Aucun e-mail ne part" });
  for (const address of ["", "/email-sender", "/emails"]) {
    await page.goto(`/admin/dashboard${address}`);
    await expect(banner).toContainText("a été restaurée le");
    await expect(banner).toContainText("1 e-mail attend");
  }
  await banner.getByRole("button", { name: "Décider de ce qui attend" }).click();
  const dialog = page.getByRole("dialog", { name: "Que deviennent les e-mails en attente ?" });
  await expect(dialog).toContainText("personne ne reçoit deux fois le même message");
  await dialog.getByRole("button", { name: "Annuler ce qui attend" }).click();
  await expect(dialog).toBeHidden();
  await expect(banner).toBeHidden();
  const [entry] = await site.sql<{ status: string }>(
    "select status from email_log where recipient_email = 'retenu@exemple.test'",
  );
  expect(entry?.status).toBe("cancelled");
});
