import { describe, expect, test } from "vitest";
import { createBounceEnvelope } from "../sending/bounce-envelope.ts";
import { type ReadMail, type Report, readMail } from "./bounce-reader.ts";
import { bounceSample, type Sample, sampleLogId } from "./bounces.test-helpers.ts";

const envelope = createBounceEnvelope({ authSecret: "a secret of the test", authSecretPrevious: [] });
const messageId = `${sampleLogId}@tenue.example`;
const read = (name: Sample) => readMail(bounceSample(name, { envelope }));
const report = (mail: ReadMail): Report => {
  if (mail.type !== "report") throw new Error(`read as ${mail.type}`);
  return mail;
};

describe("what servers write of a message that came back", () => {
  test.each([
    ["postfix", "hard", "5.1.1", "550 5.1.1 <zoe@exemple.fr>: Recipient address rejected"],
    ["exchange", "hard", "5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound"],
    ["gmail", "blocked", "5.7.26", "550-5.7.26 Your email has been blocked because"],
    ["exim", "soft", "5.2.2", "552 5.2.2 <zoe@exemple.fr> Quota exceeded (mailbox for user is full)"],
  ] as const)("the reader: %s", async (name, kind, statusCode, words) => {
    const found = report(await read(name));
    expect(found).toMatchObject({ kind, statusCode, messageId });
    expect(found.words).toContain(words);
    expect(found.headers).toMatch(/^Subject: /m);
  });

  test("RFC 6533: reads non-ASCII text unchanged", async () => {
    expect(report(await read("utf8"))).toMatchObject({
      kind: "hard",
      statusCode: "5.1.1",
      messageId,
      words: "550 5.1.1 utilisatrice inconnue : zoé@exemple.fr",
    });
  });

  test("RFC 5965: reads a complaint", async () => {
    const found = report(await read("arf"));
    expect(found).toMatchObject({ kind: "complaint", messageId });
  });

  test.each(["postfix", "exchange", "gmail", "exim", "utf8", "arf"] as const)(
    "the reader: %s has the signed envelope",
    async (name) => {
      expect(envelope.find(report(await read(name)).traces)).toBe(sampleLogId);
    },
  );

  test.each(["delayed", "auto-reply"] as const)("a report has no effect: %s", async (name) => {
    expect(await read(name)).toEqual({ type: "nothing" });
  });
});

test("leaves a message written by a person to the admins", async () => {
  const written = "From: Zoé <zoe@exemple.fr>\nSubject: Re: Nouvelles\n\nMerci, mais 550 euros c’est cher.";
  expect(await readMail(written)).toEqual({ type: "unknown" });
  expect(await readMail("")).toEqual({ type: "unknown" });
  expect(await readMail(Buffer.from([0xff, 0xfe, 0x00, 0x80]))).toEqual({ type: "unknown" });
});

test("reads a report the same when the returned message is cut", async () => {
  const whole = bounceSample("exchange");
  const big = whole.replace("Bonjour", "x".repeat(300_000)).slice(0, 256 * 1024);
  expect(report(await readMail(big))).toMatchObject({ kind: "hard", statusCode: "5.1.10", messageId });
});

test("removes control characters from the headers of a report", async () => {
  const source = bounceSample("postfix").replace(
    /(message\/delivery-status\r\n)(\r\nReporting-MTA: dns; )/,
    "$1Content-Transfer-Encoding: quoted-printable\r\n$2=00",
  );
  expect(report(await readMail(source)).headers).toContain("\nReporting-MTA: dns; mx.relais.example\n");
});

test("a report is read up to its 10,000th line", async () => {
  const whole = bounceSample("arf");
  const blankLines = "\r\n".repeat(10_000);
  expect(report(await readMail(whole + blankLines))).toMatchObject({ kind: "complaint", messageId });
  expect(await readMail(whole.replace("\r\n\r\n", `$&${blankLines}`))).toEqual({ type: "unknown" });
});

test("leaves endless nesting to the admins at no cost", async () => {
  const open = Array.from(
    { length: 500 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
  );
  expect(await readMail(`From: a@b.example\n${open.join("")}`)).toEqual({ type: "unknown" });
});

test("prefers the code of the refusing server to the 5.0.0 of a relay", async () => {
  const vague = bounceSample("postfix").replace("Status: 5.1.1", "Status: 5.0.0");
  expect(report(await readMail(vague))).toMatchObject({ statusCode: "5.1.1", kind: "hard" });
});
