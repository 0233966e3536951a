import { generateKeyPairSync } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSmtpTransport } from "#server/mail/transports/smtp.transport.ts";
import {
  outgoing,
  startSmtpServer,
  type TestSmtpServer,
  testCertificate,
} from "#server/mail/transports/smtp-server.test-helpers.ts";
import type { OutgoingMessage } from "#server/mail/transports/transport.ts";
import { dkimName, dkimValue } from "./dkim.rules.ts";
import { asNodeResolver, fakeDns } from "./fake-dns.test-helpers.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2_048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "der" },
});
const key = { selector: "tenue202611", domain: "tenue.example" };
const dns = fakeDns({ [`TXT ${dkimName(key)}`]: [dkimValue(publicKey.toString("base64"))] });
const news = {
  "List-Unsubscribe": "<https://tenue.example/desinscription/abc>",
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "List-ID": "<actualites.tenue.example>",
};
let server: TestSmtpServer;

beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.close());

async function sendSigned(message: OutgoingMessage): Promise<string> {
  const transport = createSmtpTransport(
    { host: "127.0.0.1", port: server.port, username: null, password: null },
    {
      privateHosts: ["127.0.0.1"],
      connections: 1,
      ca: testCertificate,
      dkim: { domainName: key.domain, keySelector: key.selector, privateKey },
    },
  );
  expect(await transport.send(message)).toEqual({ type: "sent" });
  transport.close();
  return server.received.at(-1)?.raw ?? "";
}

const verdictOn = async (raw: string) =>
  (await dkimVerify(raw, { resolver: asNodeResolver(dns) })).results[0]?.status.result;

test.each([
  ["with a picture", outgoing({ headers: news })],
  ["of texts alone", outgoing({ headers: news, attachments: [] })],
  [
    "of long lines and accents",
    outgoing({
      headers: news,
      attachments: [],
      text: `${"é ".repeat(900)}\n\n\n.\n`,
      html: `<p>${"œuvre ".repeat(900)}</p>`,
    }),
  ],
])("a message %s has a valid signature, also of its unsubscribe headers", async (_what, message) => {
  const raw = await sendSigned(message);
  expect(await verdictOn(raw)).toBe("pass");
  const signature = /^DKIM-Signature: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1]?.replace(/\s+/g, "") ?? "";
  expect(signature).toContain("d=tenue.example;");
  expect(signature).toContain("s=tenue202611;");
  const signed = /;h=([^;]+)/.exec(signature)?.[1]?.split(":") ?? [];
  for (const field of [
    "from",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "to",
    "mime-version",
    "content-type",
  ]) {
    expect(signed).toContain(field);
  }
  for (const field of ["list-unsubscribe", "list-unsubscribe-post", "list-id"])
    expect(signed).toContain(field);
});

test.each([
  ["the link to leave", /desinscription\/abc/, "desinscription/xyz"],
  ["what makes it one click", /One-Click/, "Two-Clicks"],
  ["the subject", /^Subject: /m, "Subject: Re"],
])("changing %s in transit breaks the signature", async (_what, before, after) => {
  const raw = await sendSigned(outgoing({ headers: news }));
  expect(await verdictOn(raw.replace(before, after))).toBe("fail");
});
