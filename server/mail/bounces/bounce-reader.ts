import PostalMime, { type Attachment, type Email } from "postal-mime";
import type { EmailEventKind } from "#contract/bounces.ts";
import { foreignLines, serverWords } from "#contract/quoted-words.ts";
import { refusalKind, statusCodeIn } from "#server/mail/transports/transport.ts";

/** The content of a bounce message. */
export type Report = {
  type: "report";
  kind: Extract<EmailEventKind, "hard" | "soft" | "blocked" | "complaint">;
  statusCode: string | null;
  words: string;
  /** The headers of the report and its fields, for administrators. */
  headers: string;
  /** The Message-ID of the returned message, else the one that the report answers. Without angle brackets. */
  messageId: string | null;
  /** Texts that may contain the signed address of the envelope. */
  traces: string;
};

/**
 * - report: a bounce or a complaint.
 * - nothing: understood, without effect: the message is delayed or delivered, or it is an automatic reply.
 * - unknown: left in the mailbox for the admins.
 */
export type ReadMail = Report | { type: "nothing" | "unknown" };

const headersMax = 4_000;
/** The parser takes microseconds and hundreds of bytes for each line, also for a blank one. */
const linesMax = 10_000;
/** The search limit for each part and header: reports state the result well before it. */
const searchedMax = 32 * 1024;
const deliveryStatus = /^message\/(?:global-)?delivery-status$/;
const returnedMessage = /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/;
/** The line before the returned message. */
const copyBelow = /^-{2,80}[^\n-]{0,200}\b(?:copy of|original|returned|below this line)\b[^\n]{0,200}$/im;
const fromDaemon = /\b(?:mailer-daemon|postmaster|mail delivery (?:sub)?system)\b/i;
const failureSubject =
  /\b(?:undeliver|not? deliver|failure notice|delivery (?:has )?fail|delivery status notification|returned mail|non remis)/i;
const delaySubject = /\b(?:delayed|warning|retard)/i;
const answerSubject =
  /^\s*(?:automatic reply|auto(?:matic)?[- ]?repl|out of (?:the )?office|réponse automatique|absence|abwesen)/i;

/** @param source a message's source. It may be cut, because reports state the result at their beginning */
export async function readMail(source: string | Uint8Array): Promise<ReadMail> {
  const parsed = await parse(source);
  if (parsed === null) return { type: "unknown" };
  const mail = bounded(parsed);
  const part = (type: RegExp) => mail.attachments.find(({ mimeType }) => type.test(mimeType));
  const feedback = part(/^message\/feedback-report$/);
  if (feedback) return readComplaint(mail, textOf(feedback), returnedOf(mail));
  const status = part(deliveryStatus);
  if (status) return readStatus(mail, textOf(status), returnedOf(mail));
  if (namesFailed(mail) || isPlainFailure(mail)) return readPlainText(mail);
  return { type: isAutomaticAnswer(mail) ? "nothing" : "unknown" };
}

async function parse(source: string | Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(firstLines(Buffer.from(source)), {
      forceRfc822Attachments: true,
      attachmentEncoding: "utf8",
      maxNestingDepth: 20,
      maxHeadersSize: 256 * 1024,
    });
  } catch {
    return null; // nested too deeply or too large: left to the admins
  }
}

function firstLines(source: Buffer): Buffer {
  let end = 0;
  for (let line = 0; line < linesMax; line += 1) {
    const lineEnd = source.indexOf("\n", end);
    if (lineEnd < 0) return source;
    end = lineEnd + 1;
  }
  return source.subarray(0, end);
}

/** Cuts every text that a regular expression searches, so that no expression becomes slow. */
function bounded(mail: Email): Email {
  const headers = mail.headers.map((line) => ({ ...line, value: line.value.slice(0, searchedMax) }));
  const cut = (text: string | undefined) => text?.slice(0, searchedMax) ?? "";
  return {
    ...mail,
    headers,
    text: cut(mail.text),
    subject: cut(mail.subject),
    inReplyTo: cut(mail.inReplyTo),
    references: cut(mail.references),
  };
}

type Fields = Map<string, string>;

/** Reads RFC 3464 and, for non-ASCII addresses, RFC 6533. The first group of fields concerns the message, each other one recipient. */
function readStatus(mail: Email, text: string, returned: string): ReadMail {
  const groups = text
    .replaceAll("\r", "")
    .split(/\n[ \t]*\n/)
    .map(fieldsOf);
  const withAction = groups.filter((fields) => fields.has("action"));
  const failed = withAction.find((fields) => /^failed/i.test(fields.get("action") ?? ""));
  if (!failed) return { type: withAction.length > 0 ? "nothing" : "unknown" };
  const diagnostic = typed(failed.get("diagnostic-code"));
  const words = serverWords(diagnostic ?? failed.get("status") ?? mail.subject ?? "");
  const statusCode = codeOf(failed.get("status"), words);
  return {
    type: "report",
    kind: refusalKind({ statusCode, words }),
    statusCode,
    words,
    headers: headersOf(mail, text),
    messageId: messageIdOf(mail, returned),
    traces: tracesOf(mail, `${text}\n${returned}`),
  };
}

/** Reads a complaint in the format of RFC 5965. */
function readComplaint(mail: Email, text: string, returned: string): ReadMail {
  const fields = fieldsOf(text);
  const type = fields.get("feedback-type")?.toLowerCase() ?? "";
  if (!["abuse", "fraud", "opt-out", "opt-out-list"].includes(type)) return { type: "nothing" };
  return {
    type: "report",
    kind: "complaint",
    statusCode: null,
    words: serverWords([`Feedback-Type: ${type}`, fields.get("user-agent") ?? ""].join(" ")),
    headers: headersOf(mail, text),
    messageId: messageIdOf(mail, returned),
    traces: tracesOf(mail, `${text}\n${returned}`),
  };
}

/** Reads older reports of Exim, qmail and others: free text, followed by the returned message. */
function readPlainText(mail: Email): ReadMail {
  if (delaySubject.test(mail.subject ?? "") && !namesFailed(mail)) return { type: "nothing" };
  const text = (mail.text ?? "").replaceAll("\r", "");
  const copy = copyBelow.exec(text);
  const report = copy ? text.slice(0, copy.index) : text;
  const returned = copy ? text.slice(copy.index + copy[0].length).trimStart() : returnedOf(mail);
  const answer = /(?:^|\s)([45]\d\d[ -][^\n]{0,1000}(?:\n[ \t]{1,80}[^\s][^\n]{0,1000}){0,20})/.exec(
    report,
  )?.[1];
  const words = serverWords(
    answer ??
      report
        .split(/\n[ \t]*\n/)
        .slice(-2)
        .join(" "),
  );
  const statusCode = statusCodeIn(words);
  return {
    type: "report",
    kind: refusalKind({ statusCode, words }),
    statusCode,
    words,
    headers: headersOf(mail, ""),
    messageId: messageIdOf(mail, returned),
    traces: tracesOf(mail, returned),
  };
}

const namesFailed = (mail: Email) => header(mail, "x-failed-recipients") !== null;

const isPlainFailure = (mail: Email) =>
  fromDaemon.test(header(mail, "from") ?? "") && failureSubject.test(mail.subject ?? "");

/** Recognises automatic replies by RFC 3834 and by older header fields. */
function isAutomaticAnswer(mail: Email): boolean {
  const submitted = header(mail, "auto-submitted");
  if (submitted !== null && !/^no\b/i.test(submitted)) return true;
  if (["x-autoreply", "x-autorespond", "x-auto-response"].some((name) => header(mail, name) !== null))
    return true;
  return /auto[_-]?reply/i.test(header(mail, "precedence") ?? "") || answerSubject.test(mail.subject ?? "");
}

/** Prefers the code of the recipient's server to that of a relay, which may use "5.0.0" for any error. */
function codeOf(status: string | undefined, words: string): string | null {
  const given = statusCodeIn(status ?? "");
  return given !== null && !/^\d\.0\.0$/.test(given) ? given : (statusCodeIn(words) ?? given);
}

function textOf({ content }: Attachment): string {
  return typeof content === "string"
    ? content.slice(0, searchedMax)
    : new TextDecoder().decode(content.slice(0, searchedMax));
}

function returnedOf(mail: Email): string {
  const part = mail.attachments.find(({ mimeType }) => returnedMessage.test(mimeType));
  if (!part) return "";
  const text = textOf(part).replaceAll("\r", "");
  const end = text.indexOf("\n\n");
  return end < 0 ? text : text.slice(0, end);
}

/** Parses lines `Name: value` and unfolds folded ones; the first line of a name counts. */
function fieldsOf(text: string): Fields {
  const fields: Fields = new Map();
  for (const line of text
    .replaceAll("\r", "")
    .replace(/\n[ \t]+/g, " ")
    .split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Returns the part after the type, as in "rfc822; user@example.org". */
const typed = (value: string | undefined): string | null =>
  value === undefined ? null : value.slice(value.indexOf(";") + 1).trim();

function messageIdOf(mail: Email, returned: string): string | null {
  const candidates = [fieldsOf(returned).get("message-id"), mail.inReplyTo, mail.references];
  for (const candidate of candidates) {
    const id = /<([^<>\s]+)>/.exec(candidate ?? "")?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

const tracesOf = (mail: Email, report: string) =>
  `${mail.headers.map(({ value }) => value).join("\n")}\n${report}`;

function headersOf(mail: Email, report: string): string {
  const lines = mail.headers.map(({ originalKey, value }) => `${originalKey}: ${value.trim()}`);
  return foreignLines(`${lines.join("\n")}\n\n${report.trim()}`)
    .trim()
    .slice(0, headersMax);
}

function header(mail: Email, name: string): string | null {
  return mail.headers.find(({ key }) => key === name)?.value ?? null;
}
