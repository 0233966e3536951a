import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { DomainVerdict } from "#contract/email-domain.ts";
import { type Address, lookupAmong, resolveHost } from "#server/mail/transports/connect.ts";

export type LinkVerdict = { verdict: Extract<DomainVerdict, "ok" | "warn" | "unknown">; reason: string };

/** Checks that the pages that a message links to exist. */
export type LinkChecker = { check(address: string): Promise<LinkVerdict> };

type Options = {
  /** Internal hosts that requests are allowed to; only for tests. */
  privateHosts?: readonly string[];
  now?: () => Date;
};

const timeoutMs = 5_000;
const redirectsMax = 3;
const keptMs = 5 * 60_000;
const keptMax = 500;
/** Statuses by which servers refuse programs. A browser may still get the page. */
const refusals = new Set([401, 403, 405, 407, 429, 501]);

/**
 * Sends the requests from this server. Never requests internal addresses, under any name or by a redirect: each name is resolved
 * once for both the check and the connection. Caches results for a few minutes.
 */
export function createLinkChecker({ privateHosts = [], now = () => new Date() }: Options = {}): LinkChecker {
  const kept = new Map<string, { at: number; verdict: Promise<LinkVerdict> }>();
  return {
    check(address) {
      const known = kept.get(address);
      if (known && now().getTime() - known.at < keptMs) return known.verdict;
      if (kept.size >= keptMax) kept.clear();
      const verdict = judge(address, privateHosts);
      kept.set(address, { at: now().getTime(), verdict });
      return verdict;
    },
  };
}

async function judge(address: string, privateHosts: readonly string[]): Promise<LinkVerdict> {
  if (!URL.canParse(address)) return { verdict: "warn", reason: "ce n’est pas une adresse web" };
  try {
    return await follow(new URL(address), { privateHosts, left: redirectsMax });
  } catch (error) {
    return reasonOf(error);
  }
}

type Way = { privateHosts: readonly string[]; left: number };

async function follow(url: URL, { privateHosts, left }: Way): Promise<LinkVerdict> {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return { verdict: "warn", reason: "elle renvoie vers autre chose qu’une page web" };
  }
  const addresses = await resolveHost(url.hostname, privateHosts);
  const first = await ask(url, addresses, "HEAD");
  // Some servers support only GET. Only the head of that answer is read.
  const isAnswer = first.status < 400;
  const { status, location } = isAnswer ? first : await ask(url, addresses, "GET");
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
    if (left === 0) return { verdict: "warn", reason: "trop de redirections" };
    return follow(new URL(location, url), { privateHosts, left: left - 1 });
  }
  if (status < 400) return { verdict: "ok", reason: "" };
  if (refusals.has(status))
    return { verdict: "unknown", reason: `le site refuse d’être vérifié (${status})` };
  return { verdict: "warn", reason: `le site répond par une erreur (${status})` };
}

type Head = { status: number; location: string | undefined };

function ask(url: URL, addresses: readonly Address[], method: "HEAD" | "GET"): Promise<Head> {
  const { promise, resolve, reject } = Promise.withResolvers<Head>();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const sent = request(
    url,
    {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: "*/*", "user-agent": "Mozilla/5.0 (compatible; verification de liens)" },
      lookup: lookupAmong(addresses),
    },
    (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      answer.destroy();
    },
  );
  sent.on("error", reject);
  sent.end();
  return promise;
}

function reasonOf(error: unknown): LinkVerdict {
  const { code = "", name = "", cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const from = cause?.code ?? code;
  if (name === "HostError" && from === "") {
    return { verdict: "unknown", reason: "adresse interne, qui n’est pas vérifiée" };
  }
  if (from === "ENOTFOUND") return { verdict: "warn", reason: "ce site n’existe pas" };
  if (from === "EAI_AGAIN") return { verdict: "unknown", reason: "le service de noms ne répond pas" };
  if (name === "HostError") return { verdict: "unknown", reason: "le serveur n’a pas pu le vérifier" };
  if (name === "TimeoutError" || name === "AbortError") {
    return { verdict: "warn", reason: "le site ne répond pas" };
  }
  if (/CERT|SIGNATURE|SELF_SIGNED|TLS|SSL/.test(code)) {
    return { verdict: "warn", reason: "son certificat n’est pas valide" };
  }
  return { verdict: "warn", reason: `le site ne répond pas${code && ` (${code})`}` };
}
