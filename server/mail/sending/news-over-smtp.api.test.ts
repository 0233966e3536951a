import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { createSmtpTransport } from "#server/mail/transports/smtp.transport.ts";
import { startSmtpServer, testCertificate } from "#server/mail/transports/smtp-server.test-helpers.ts";

let context: MailApp;
let server: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(async () => {
  server = await startSmtpServer();
  const account = { host: "127.0.0.1", port: server.port, username: null, password: null };
  context = await createMailApp({
    transport: () =>
      createSmtpTransport(account, { privateHosts: ["127.0.0.1"], connections: 1, ca: testCertificate }),
  });
});
afterAll(async () => {
  await context.close();
  await server.close();
});

test("a real server receives news with all headers that mail programs need for one-click unsubscribe", async () => {
  await context.saveSettings();
  await context.database.pool.query(
    "insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')",
  );
  await context.agree();
  const news = { subject: "Nouvelles", content: "<p>Bonjour</p>", statusFilter: "all" };
  expect((await context.request("POST", "/campaigns", news)).status).toBe(202);
  context.startWorker();
  await vi.waitFor(() => expect(server.received).toHaveLength(1), soon);
  const [{ mail, raw } = { mail: null, raw: "" }] = server.received;
  const value = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  const [, link = "", token = ""] =
    /^<(http:\/\/localhost\/desinscription\/([\w-]{38}))>$/.exec(value("list-unsubscribe") ?? "") ?? [];
  expect(value("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(value("list-id")).toBe("<actualites.tenue.example>");
  expect(raw).toMatch(/^List-Unsubscribe: <[^\r\n]+>\r$/m);
  const { addresses } = context.dependencies;
  expect(await addresses.readUnsubscribeToken(token)).toBe(await addresses.hash("zoe@exemple.fr"));
  for (const part of [mail?.html, mail?.text]) expect(part).toContain(link);
});
