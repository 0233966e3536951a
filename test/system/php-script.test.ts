import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createPhpTransport } from "#server/mail/transports/php.transport.ts";
import { outgoing } from "#server/mail/transports/smtp-server.test-helpers.ts";
import { freePort } from "#test/support/free-port.ts";

const hasPhp = spawnSync("php", ["--version"]).status === 0;
const secret = "a secret for the script under test";

/** Runs deploy/php-mail/send.php like a web host, with a sendmail that writes to a file. */
describe.runIf(hasPhp)("the reference script for shared hosting", () => {
  let folder: string;
  let mailbox: string;
  let php: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tenue-php-"));
    mailbox = join(folder, "mail");
    const keep = `echo "$@" > "${mailbox}.arguments"\ncat > "${mailbox}"`;
    ({ php, url } = await startScript({ PHP_MAIL_SECRET: secret }, keep));
  });

  beforeEach(() => rmSync(mailbox, { force: true }));

  afterAll(async () => {
    await end(php);
    rmSync(folder, { recursive: true });
  });

  /** @param sendmail the commands of the host's sendmail */
  async function startScript(environment: Record<string, string>, sendmail: string) {
    const program = join(mkdtempSync(join(folder, "host-")), "sendmail");
    writeFileSync(program, `#!/bin/sh\n${sendmail}\n`);
    chmodSync(program, 0o755);
    const port = await freePort();
    const script = resolve("deploy/php-mail/send.php");
    const options = ["-d", `sendmail_path=${program}`, "-S", `127.0.0.1:${port}`, script];
    const php = spawn("php", options, {
      stdio: "ignore",
      env: { ...process.env, PHP_MAIL_SENDER_DOMAIN: "tenue.example", ...environment },
    });
    const url = `http://127.0.0.1:${port}/send.php`;
    await vi.waitFor(() => fetch(url), { timeout: 20_000 });
    return { php, url };
  }

  async function end(process: ChildProcess): Promise<void> {
    const ended = once(process, "exit");
    process.kill();
    await ended;
  }

  const transport = (changes: object = {}) =>
    createPhpTransport({ url, secret, privateHosts: ["127.0.0.1"], ...changes });

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}`, ...headers },
      body,
    });

  const valid = {
    to: "zoe@exemple.fr",
    subject: "Bonjour",
    html: "<p>Bonjour</p>",
    text: "Bonjour",
    from: "Tenue <bonjour@tenue.example>",
    emailLogId: "0b6f6c1e-3c2b-4d55-9f0a-111111111111",
  };

  test("the PHP script sends the message of our transport with both texts and the picture", async () => {
    const subject = `Été à Paris, ${"très ".repeat(20)}long`;
    expect(await transport().send(outgoing({ subject }))).toEqual({ type: "sent" });
    const mail = await PostalMime.parse(readFileSync(mailbox));
    expect(mail).toMatchObject({
      messageId: "<0b6f6c1e-3c2b-4d55-9f0a-111111111111@tenue.example>",
      from: { name: "L’équipe Tenue", address: "bonjour@tenue.example" },
      to: [{ address: "zoe@exemple.fr" }],
      subject,
      text: expect.stringContaining("Bonjour"),
      html: expect.stringMatching(/<p>Bonjour <img src="cid:[0-9a-f]{32}@mail"><\/p>/),
    });
    expect(mail.attachments).toMatchObject([{ mimeType: "image/png", disposition: "inline" }]);
    expect(readFileSync(`${mailbox}.arguments`, "utf8")).toContain("-fbonjour@tenue.example");
  });

  test("the PHP script sends the reply address and the headers of the message", async () => {
    const headers = {
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": "<https://tenue.example/desinscription/abc>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "Actualites <actualites.tenue.example>",
      "Feedback-ID": "campagne:tenue",
    };
    expect(await transport().send(outgoing({ headers }))).toEqual({ type: "sent" });
    const mail = await PostalMime.parse(readFileSync(mailbox));
    expect(mail.replyTo).toMatchObject([{ address: "reponse@tenue.example" }]);
    const found = new Map(mail.headers.map(({ key, value }) => [key, value]));
    for (const [name, value] of Object.entries(headers)) expect(found.get(name.toLowerCase())).toBe(value);

    rmSync(mailbox);
    expect(await transport().send(outgoing({ replyTo: null, headers: {} }))).toEqual({ type: "sent" });
    expect(readFileSync(mailbox, "utf8")).not.toMatch(/^(Reply-To|Auto-Submitted|List-)/m);
  });

  test.each([
    ["none for an empty one", "", "-f<>"],
    ["the given one", "liens@tenue.example", "-fliens@tenue.example"],
  ])(
    "the PHP script sets the return path of a message with a personal link: %s",
    async (_which, path, option) => {
      const outcome = await transport().send(outgoing({ holdsLink: true, envelopeFrom: path }));
      expect(outcome).toEqual({ type: "sent" });
      expect(readFileSync(`${mailbox}.arguments`, "utf8").trim().split(" ")).toContain(option);
    },
  );

  test("the PHP script reports which header fields it passes on, so that news may be sent with it", async () => {
    expect(await transport().newsHindrance?.()).toBeNull();
  });

  test("the connection test of the PHP script passes only with the right secret", async () => {
    expect(await transport().verify()).toBeNull();
    expect(await transport({ secret: "another secret altogether" }).verify()).toContain("Secret refusé");
    const outcome = await transport({ secret: undefined }).send(outgoing());
    expect(outcome).toMatchObject({ type: "unreachable", message: expect.stringContaining("Secret refusé") });
    expect(existsSync(mailbox)).toBe(false);
  });

  test.each([
    [{ from: "Tenue <bonjour@ailleurs.example>" }, "Expéditeur non autorisé"],
    [{ from: "bonjour@tenue.example.evil.example" }, "Expéditeur non autorisé"],
    [{ from: "<-oQ/tmp@tenue.example>" }, "Expéditeur non autorisé"],
    [{ from: "Tenue\r\nBcc: x@exemple.fr <bonjour@tenue.example>" }, "Caractères interdits"],
    [{ returnPath: "liens@ailleurs.example" }, "Adresse de retour non autorisée"],
    [{ returnPath: "-oQ/tmp@tenue.example" }, "Adresse de retour non autorisée"],
    [{ returnPath: "x -oQ/tmp@tenue.example" }, "Adresse de retour non autorisée"],
    [{ returnPath: "x@tenue.example\n" }, "Adresse de retour non autorisée"],
    [{ returnPath: "<>" }, "Adresse de retour non autorisée"],
    [{ returnPath: ["x@tenue.example"] }, "Adresse de retour non autorisée"],
    [{ subject: "Bonjour\r\nBcc: x@exemple.fr" }, "Caractères interdits"],
    [{ to: "zoe@exemple.fr\nBcc: x@exemple.fr" }, "Caractères interdits"],
    [{ to: "zoe@exemple.fr, max@exemple.fr" }, "Adresse email invalide"],
    [{ to: "zoe" }, "Adresse email invalide"],
    [{ to: ["zoe@exemple.fr"] }, "Champ manquant"],
    [{ html: "" }, "Champ manquant"],
    [{ replyTo: "x@exemple.fr\r\nBcc: y@exemple.fr" }, "Caractères interdits"],
    [{ replyTo: "x@exemple.fr, y@exemple.fr" }, "Adresse email invalide"],
    [{ replyTo: ["x@exemple.fr"] }, "Adresse email invalide"],
    [{ headers: { Bcc: "x@exemple.fr" } }, "En-tête non autorisé"],
    [{ headers: { "List-Id\r\nBcc": "x@exemple.fr" } }, "En-tête non autorisé"],
    [{ headers: { "List-Id": "x\r\nBcc: y@exemple.fr" } }, "Caractères interdits"],
    [{ headers: { "List-Id": "é" } }, "Caractères interdits"],
    [{ headers: { "List-Id": "x".repeat(901) } }, "Caractères interdits"],
    [{ headers: { "List-Id": ["x"] } }, "En-tête non autorisé"],
    [{ headers: "List-Id: x" }, "En-têtes illisibles"],
  ])("the PHP script refuses %j and sends nothing", async (change, error) => {
    const answer = await post(JSON.stringify({ ...valid, ...change }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ success: false, error: expect.stringContaining(error) });
    expect(existsSync(mailbox)).toBe(false);
  });

  test.each([
    ["without a secret", {}, "unreachable", "Script non configuré"],
    [
      "whose host's sendmail refuses the message",
      { PHP_MAIL_SECRET: secret },
      "deferred",
      "a refusé le message",
    ],
  ])("a message to a PHP script %s may be tried again", async (_how, environment, type, reason) => {
    const other = await startScript(environment, "exit 1");
    onTestFinished(() => end(other.php));
    const outcome = await transport({ url: other.url }).send(outgoing());
    expect(outcome).toEqual({ type, message: expect.stringContaining(reason) });
  });

  test("the PHP script accepts only JSON by POST", async () => {
    expect((await post(JSON.stringify(valid))).status).toBe(200);
    rmSync(mailbox);
    expect((await post("to=x", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(400);
    expect((await post("{")).status).toBe(400);
    const answer = await fetch(url, { method: "DELETE", headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status).toBe(405);
    expect(existsSync(mailbox)).toBe(false);
  });
});
