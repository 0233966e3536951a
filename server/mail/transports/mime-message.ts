import { domainToASCII } from "node:url";
import type { OutgoingMessage } from "./transport.ts";

/** The length of encoded lines (RFC 2045). */
const lineMax = 76;
/** Bytes in one encoded word, so that a line stays within 76 characters, the name of the header included (RFC 2047). */
const wordBytes = 39;
/** A longer run without a space is written in encoded words, which can be folded at any place. */
const unfoldedMax = 300;

/**
 * Writes a message without attachments: `multipart/alternative` with a text and an HTML part, in ASCII alone. The library's chain
 * of streams for each part costs more than all other work on a message (docs/decisions/0042-kept-by-hand.md). Mail programs parse
 * both results to the same message.
 * @returns null when the library has to write it: attachments, or addresses that need SMTPUTF8
 */
export function mimeMessage(message: OutgoingMessage): Buffer | null {
  if (message.attachments.length > 0) return null;
  const mailboxes = [mailbox(message.from), mailbox(message.to)];
  const [from, to] = mailboxes;
  const replyTo = message.replyTo === null ? null : mailbox({ name: "", address: message.replyTo });
  if (!from || !to || replyTo === undefined) return null;
  // Encoded text never contains "=_" (RFC 2045, 6.7).
  const boundary = `=_${message.logId}`;
  const headers = [
    `Message-ID: <${message.messageId}>`,
    `Date: ${message.date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${from}`,
    ...(replyTo === null ? [] : [`Reply-To: ${replyTo}`]),
    `To: ${to}`,
    `Subject: ${unstructured(message.subject)}`,
    ...Object.entries(message.headers).map(([name, value]) => `${name}: ${oneLine(value)}`),
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
  ];
  const part = (type: string, text: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(text)}\r\n`;
  return Buffer.from(
    `${headers.join("\r\n")}\r\n\r\n${part("text/plain", message.text)}${part("text/html", message.html)}--${boundary}--\r\n`,
    "latin1",
  );
}

/** Returns the address with its domain in ASCII, for servers and headers. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** Removes line breaks, which would end the header field; mail programs read `List-Unsubscribe` from one line only. */
export function oneLine(value: string): string {
  return value.replace(/[^\x20-\x7E]+/g, " ");
}

/** Writes a mailbox (RFC 5322, 3.4). Undefined when the address needs non-ASCII characters or quotes. */
function mailbox({ name, address }: OutgoingMessage["to"]): string | undefined {
  const written = asciiAddress(address);
  if (!/^[\w.!#$%&'*+\-/=?^`{|}~]+@[a-z0-9.-]+$/i.test(written)) return undefined;
  const line = name.trim();
  if (line === "") return written;
  if (/^[\w ]+$/.test(line) && line.length <= unfoldedMax) return `${line} <${written}>`;
  if (/^[\x20-\x7E]+$/.test(line) && !line.includes("=?") && line.length <= unfoldedMax)
    return `"${line.replace(/["\\]/g, "\\$&")}" <${written}>`;
  return `${encodedWords(line)} <${written}>`;
}

/** Writes an unstructured field (RFC 5322, 2.2.1): ASCII unchanged and folded before spaces, other texts in encoded words. */
function unstructured(text: string): string {
  const words = text.match(/(?<! ) *[^ ]+/g) ?? [];
  const isPlain = /^[\x20-\x7E]*$/.test(text) && !text.includes("=?");
  if (!isPlain || words.some((word) => word.length > unfoldedMax)) return encodedWords(text);
  let written = "";
  let length = "Subject: ".length;
  for (const word of words) {
    const folds = word.startsWith(" ") && length + word.length > lineMax;
    written += folds ? `\r\n${word}` : word;
    length = folds ? word.length : length + word.length;
  }
  return written;
}

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  let bytes = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (bytes + size > wordBytes) {
      words.push(word);
      [word, bytes] = ["", 0];
    }
    word += character;
    bytes += size;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join("\r\n ");
}

/** Encodes a text as quoted-printable (RFC 2045, 6.7). */
function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (/^[ -<>-~\t]{0,75}[!-<>-~]$|^$/.test(line) ? line : encodedLine(line)))
    .join("\r\n");
}

const encodedBytes = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).padStart(2, "0").toUpperCase()}`,
);

function encodedRun(run: string): string {
  let encoded = "";
  for (const byte of Buffer.from(run)) encoded += encodedBytes[byte];
  return encoded;
}

function encodedLine(line: string): string {
  const encoded = line
    .replace(/[^ -<>-~\t]+/g, encodedRun)
    // Servers may strip a space at the end of a line.
    .replace(/[ \t]$/, (space) => (space === " " ? "=20" : "=09"));
  if (encoded.length <= lineMax) return encoded;
  let wrapped = "";
  for (let start = 0; start < encoded.length; ) {
    let end = Math.min(start + lineMax - 1, encoded.length);
    if (encoded.length - start <= lineMax) end = encoded.length;
    // A line break must not split a code like "=C3".
    else if (encoded[end - 1] === "=") end -= 1;
    else if (encoded[end - 2] === "=") end -= 2;
    wrapped += encoded.slice(start, end) + (end < encoded.length ? "=\r\n" : "");
    start = end;
  }
  return wrapped;
}
