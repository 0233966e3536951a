import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { z } from "zod";
import { quoteWords } from "#contract/quoted-words.ts";
import { withPicturesInside } from "#server/mail/content/inline-pictures.ts";
import { HostError, lookupAmong, resolveHost } from "./connect.ts";
import {
  abortable,
  errorText,
  type MailTransport,
  type OutgoingMessage,
  type SendOutcome,
  unreachable,
} from "./transport.ts";

export type PhpScript = {
  url: string;
  secret: string | undefined;
  /** Internal hosts that connections are allowed to. */
  privateHosts: readonly string[];
  timeoutMs?: number;
};

type Answer = { status: number; body: string };

const usualTimeoutMs = 30_000;
/** The number of bytes of an answer that are read. An error shows 200 characters of it. */
const answerMax = 64 * 1024;
const speaker = "Réponse du script PHP";
const failed = (reason: string) => `Échec de l'appel au script PHP: ${reason}`;

const newsHeaders = ["list-unsubscribe", "list-unsubscribe-post", "list-id"];
const oldScript =
  "Le script PHP installé ne transmet pas les en-têtes de désinscription, sans lesquels aucune actualité ne part : remplacez-le par la version actuelle (deploy/php-mail).";

/** The script's description of itself; an earlier version names no fields. */
const readySchema = z.object({ headers: z.array(z.string()) });

const answerSchema = z.object({
  success: z.boolean(),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});

/**
 * Sends mail by a script on a web host, which takes each message as JSON. Does not follow redirects. Before a message that needs header
 * fields, asks the script which fields it supports, because news must not leave without unsubscribe headers.
 */
export function createPhpTransport(script: PhpScript): MailTransport {
  const passes = createHeaderCheck(script);
  return abortable({
    newsHindrance: async () => ((await passes(newsHeaders).catch(() => true)) ? null : oldScript),
    async send(message) {
      try {
        const needed = Object.keys(message.headers).filter((name) =>
          newsHeaders.includes(name.toLowerCase()),
        );
        // Unreachable, because every news message would fail alike: news wait until the script is replaced.
        if (needed.length > 0 && !(await passes(needed))) return unreachable(oldScript);
      } catch (error) {
        return unreachable(failed(reasonOf(error)));
      }
      try {
        return outcomeOf(await call(script, { method: "POST", body: JSON.stringify(bodyOf(message)) }));
      } catch (error) {
        if (error instanceof NotHandedOver) return unreachable(failed(error.message));
        return { type: "uncertain", message: failed(errorText(error)) };
      }
    },
    async verify() {
      try {
        const answer = await call(script, { method: "GET" });
        return isOfScript(answer) ? null : nonOk(answer);
      } catch (error) {
        return reasonOf(error);
      }
    },
    close() {},
  });
}

/** Asks the script for its supported headers until it supports all needed ones, and remembers that answer. */
function createHeaderCheck(script: PhpScript): (names: string[]) => Promise<boolean> {
  let known: ReadonlySet<string> = new Set();
  return async (names) => {
    const isKnown = () => names.every((name) => known.has(name.toLowerCase()));
    if (isKnown()) return true;
    const answer = await call(script, { method: "GET" });
    if (!isOfScript(answer)) throw new NotHandedOver(nonOk(answer));
    const ready = readySchema.safeParse(parseJson(answer.body));
    known = new Set(ready.success ? ready.data.headers.map((name) => name.toLowerCase()) : []);
    return isKnown();
  };
}

/**
 * Returns the specified body, with the reply address and the headers. Pictures are inside the HTML, because the format has no
 * attachments. Only messages with a personal link have a return path, because the script accepts only addresses of its domain.
 */
function bodyOf(message: OutgoingMessage) {
  const { to, subject, html, text, from, logId, attachments, replyTo, headers, holdsLink, envelopeFrom } =
    message;
  return {
    to: to.address,
    subject,
    html: withPicturesInside(html, attachments),
    text,
    from: `${from.name} <${from.address}>`,
    emailLogId: logId,
    ...(replyTo !== null && { replyTo }),
    ...(holdsLink && envelopeFrom !== null && { returnPath: envelopeFrom }),
    headers,
  };
}

function outcomeOf(answer: Answer): SendOutcome {
  const { status, body } = answer;
  if (!isSuccess(status)) return { type: typeOfFailure(status), message: failed(nonOk(answer)) };
  const parsed = answerSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    return { type: "uncertain", message: failed(quoteWords("réponse illisible", body)) };
  }
  const { success, message, error } = parsed.data;
  if (success) return { type: "sent" };
  const words = message || error;
  return { type: "refused", message: words ? quoteWords(speaker, words) : failed("refus sans explication") };
}

/** 525 and 526: Cloudflare could not connect to the web host. */
const unreachableStatuses = [401, 403, 404, 405, 503, 525, 526];
/** The answers of a proxy that lost the script, from 520 on Cloudflare's: the script may have handed over the message before. */
const uncertainStatuses = [502, 504, 520, 521, 522, 523, 524];

/**
 * Unreachable for a wrong address or secret, and for a script that does not run, because every message would fail alike. Refused for
 * faults of this message.
 */
function typeOfFailure(status: number): Exclude<SendOutcome["type"], "sent"> {
  if (status === 429) return "deferred";
  if (status < 400 || unreachableStatuses.includes(status)) return "unreachable";
  return uncertainStatuses.includes(status) ? "uncertain" : "refused";
}

function nonOk({ status, body }: Answer): string {
  if (status >= 300 && status < 400) return `redirection refusée (${status})`;
  return body.trim() === "" ? `statut ${status}` : quoteWords(speaker, body);
}

/** Whether the script answered a GET. One that accepts only POST answers with 400 or 405, which only proves that it exists. */
const isOfScript = ({ status }: Answer) => isSuccess(status) || status === 400 || status === 405;

const isSuccess = (status: number) => status >= 200 && status < 300;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the caller reports the text as unreadable
  }
}

/** The request never reached the script. */
class NotHandedOver extends Error {}

/** Returns our message, or else an explanation of the system's error. */
const reasonOf = (error: unknown) => (error instanceof NotHandedOver ? error.message : errorText(error));

async function call(script: PhpScript, { method, body }: { method: string; body?: string }): Promise<Answer> {
  const url = new URL(script.url);
  const addresses = await resolveHost(url.hostname, script.privateHosts).catch((error: unknown) => {
    throw error instanceof HostError ? new NotHandedOver(error.message) : error;
  });
  const options: RequestOptions = {
    method,
    agent: false,
    signal: AbortSignal.timeout(script.timeoutMs ?? usualTimeoutMs),
    headers: {
      accept: "application/json",
      ...(body !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      }),
      ...(script.secret !== undefined && { authorization: `Bearer ${script.secret}` }),
    },
    lookup: lookupAmong(addresses),
  };
  return exchange(url, options, body);
}

function exchange(url: URL, options: RequestOptions, body: string | undefined): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
  let connected = false;
  request.on("socket", (socket) => {
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
      connected = true;
    });
  });
  request.on("error", (error) => reject(connected ? error : new NotHandedOver(errorText(error))));
  request.on("response", (response) => {
    readText(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
  });
  request.end(body);
  return promise;
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > answerMax) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
