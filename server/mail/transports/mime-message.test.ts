import fc from "fast-check";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { mimeMessage } from "./mime-message.ts";
import { libraryMail } from "./smtp.transport.ts";
import type { OutgoingMessage } from "./transport.ts";

const message: OutgoingMessage = {
  messageId: "5f0c1d1e-7a51-4c5b-9a4d-0c8f6f3f0a11@tenue.example",
  logId: "5f0c1d1e-7a51-4c5b-9a4d-0c8f6f3f0a11",
  date: new Date("2026-11-22T10:00:00Z"),
  from: { name: "Tenue", address: "bonjour@tenue.example" },
  replyTo: null,
  envelopeFrom: null,
  holdsLink: false,
  to: { name: "Zoé Martin", address: "zoe@exemple.fr" },
  subject: "La bêta ouvre",
  html: "<p>Bonjour Zoé</p>",
  text: "Bonjour Zoé",
  attachments: [],
  headers: {},
};

const library = createTransport({ streamTransport: true, buffer: true });

async function written(message: OutgoingMessage): Promise<Buffer> {
  const { message: raw } = await library.sendMail(libraryMail(message));
  return raw as Buffer;
}

/** Reads the message like a mail program, with normalised line ends and without MIME boundaries. */
async function read(raw: Buffer) {
  const mail = await PostalMime.parse(raw);
  const headers = mail.headers.filter(({ key }) => key !== "content-type");
  const lines = (text = "") => text.replace(/\r\n?/g, "\n").trimEnd();
  return {
    headers: Object.fromEntries(
      headers.map(({ key, value }) => [key, key.startsWith("list-") ? value : null]),
    ),
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    date: mail.date,
    messageId: mail.messageId,
    text: lines(mail.text),
    html: lines(mail.html),
    attachments: mail.attachments.length,
  };
}

function built(message: OutgoingMessage): Buffer {
  const raw = mimeMessage(message);
  if (raw === null) throw new Error("the library has to write this one");
  return raw;
}

const words = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom(
      "Zoé",
      '"',
      "\\",
      "a, b",
      "<x@y.fr>",
      "=C3",
      ".",
      "From ",
      "\t",
      "  ",
      "👩🏽‍🎤",
      "x".repeat(120),
      "é".repeat(90),
    ),
  ),
  { maxLength: 12 },
);
const line = words.map((parts) =>
  ["Objet", ...parts]
    .join(" ")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .slice(0, 250)
    .trim(),
);
const text = words.map((parts) => ["Texte", ...parts].join("\n").replace(/[^\P{Cc}\n\t]/gu, ""));
const name = fc.constantFrom(
  "Zoé Martin",
  "",
  'Ana "la rose" Dias',
  "O'Neil",
  "Maison, SARL",
  "A. B.",
  "Łukasz=Żak",
  "x".repeat(400),
  "日本 太郎",
);

test("a mail program reads the same content from our message and from the library's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        subject: line,
        text,
        html: text,
        name,
        replyTo: fc.constantFrom(null, "reponse@tenue.example", "a+b@bücher.example"),
      }),
      async ({ name, ...rest }) => {
        const mail = { ...message, ...rest, to: { ...message.to, name } };
        expect(await read(built(mail))).toEqual(await read(await written(mail)));
      },
    ),
    { numRuns: 300 },
  );
});

test("headers of news take one line each, at any length", async () => {
  const leave = `<https://tenue.example/desinscription/${"a".repeat(300)}>`;
  const mail = {
    ...message,
    headers: {
      "List-Unsubscribe": leave,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  };
  expect(built(mail).toString()).toContain(`\r\nList-Unsubscribe: ${leave}\r\n`);
  expect(await read(built(mail))).toEqual(await read(await written(mail)));
});

test("an international domain is written in ASCII, like the library does", async () => {
  const mail = { ...message, to: { name: "", address: "zoe@bücher.example" } };
  expect(built(mail).toString()).toContain("To: zoe@xn--bcher-kva.example\r\n");
  expect(await read(built(mail))).toEqual(await read(await written(mail)));
});

test("lines are ASCII with 76 characters at most, and no value can add a header", () => {
  const mail = {
    ...message,
    subject: `a\r\nBcc: x@y.fr ${"mot ".repeat(60)}`.trim(),
    html: `${"é".repeat(500)} `,
  };
  const raw = built(mail).toString("latin1");
  expect(raw.split("\r\n").every((row) => /^[\x20-\x7E\t]{0,76}$/.test(row))).toBe(true);
  expect(raw).not.toMatch(/^Bcc/m);
});

test("a text that looks like an encoded word is shown unchanged", async () => {
  const mail = { ...message, subject: "Objet =?UTF-8?Q?x?=", to: { ...message.to, name: "=?UTF-8?Q?x?=" } };
  expect(await read(built(mail))).toMatchObject({ subject: mail.subject, to: [mail.to] });
});

test("messages with pictures or with addresses that need SMTPUTF8 are left to the library", () => {
  const picture = { cid: "a@mail", filename: "a.png", contentType: "image/png", content: Buffer.from("a") };
  expect(mimeMessage({ ...message, attachments: [picture] })).toBeNull();
  expect(mimeMessage({ ...message, to: { name: "", address: "zoé@exemple.fr" } })).toBeNull();
  expect(mimeMessage({ ...message, replyTo: "zoé@exemple.fr" })).toBeNull();
});
