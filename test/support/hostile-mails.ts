/** Sizes of hostile bodies. The last is the maximum that the reader of bounces fetches (`open-mailbox.ts`). */
export const mailSizes = [20, 64, 256].map((kilobytes) => kilobytes * 1024);

const daemon = "From: MAILER-DAEMON@exemple.fr\r\nSubject: Undelivered mail\r\n";
const plain = `${daemon}\r\n`;
const html = `${daemon}Content-Type: text/html\r\n\r\n`;
const parts = `${daemon}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
const nested = Array.from(
  { length: 18 },
  (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
);
const flowed = `${daemon}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n`;
const report = [
  "From: MAILER-DAEMON@exemple.fr\r\nContent-Type: multipart/report; boundary=b\r\n\r\n",
  "--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n",
].join("");

/** The start of each body, and the piece that is repeated after it. */
const bodies: Record<string, readonly [start: string, piece: string]> = {
  dashes: [plain, "-"],
  letters: [plain, "a"],
  spaces: [plain, " "],
  "blank lines": [plain, "\n"],
  "blank lines with tabs": [plain, "\n\t\n"],
  "user xxx": [plain, "user xxxxxxxxxx "],
  "at signs": [plain, "a@"],
  "codes of refusals": [plain, "550 "],
  "ends of signatures": [plain, "-- "],
  brackets: [plain, "<"],
  "tags in HTML": [html, "<p"],
  "comments in HTML": [html, "<!--"],
  "blank lines in HTML": [html, "\n"],
  "From: a,a,a": ["From: ", "a,"],
  "groups in From": ["From: ", "a:b,"],
  "quotes in From": ["From: ", '"'],
  "encoded words in From": ["From: ", "=?utf-8?q?a?= "],
  "encoded words in the subject": ["Subject: ", "=?utf-8?b?YQ==?= "],
  "spaces in the subject": ["Subject: ", " "],
  "folds of a header": ["Subject: a", "\r\n b"],
  "message ids in References": [`${daemon}References: `, "<a@b> "],
  "parameters of a type": [`${daemon}Content-Type: text/plain`, "; a*0*=b"],
  "comments in a type": [`${daemon}Content-Type: text/plain`, "("],
  parts: [parts, "--b\r\n\r\na\r\n"],
  "messages as parts": [parts, "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\na\r\n"],
  "lines like boundaries": [parts, "--\r\n"],
  "parts in parts": [`From: a@exemple.fr\n${nested.join("")}\n`, "--b17\n\na\n"],
  "flowed lines": [flowed, "a \r\n"],
  "soft ends of lines": [`${daemon}Content-Transfer-Encoding: quoted-printable\r\n\r\n`, "a=\r\n"],
  "blank lines in a report": [report, "\n"],
  "folded blank lines in a report": [report, "\n "],
  "recipients in a report": [report, "\nAction: failed\n"],
  "words in a report": [`${report}Diagnostic-Code: smtp; `, "user unknow "],
  "brackets in a report": [`${report}Final-Recipient: rfc822; `, "<"],
};

type Mail = { what: string; build: (bytes: number) => string };

/** Mails that are cheap to send and expensive to parse. */
export const hostileMails: readonly Mail[] = Object.entries(bodies).map(([what, [start, piece]]) => ({
  what,
  build: (bytes) => filled(start, piece, bytes),
}));

function filled(start: string, piece: string, bytes: number): string {
  const room = bytes - Buffer.byteLength(start);
  return start + piece.repeat(Math.max(1, Math.floor(room / Buffer.byteLength(piece))));
}
