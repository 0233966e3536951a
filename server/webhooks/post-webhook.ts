import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { DeliveryError } from "#contract/webhooks.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import { HostError, lookupAmong, resolveHost } from "#server/mail/transports/connect.ts";

export type PostOutcome = {
  /** Null when there was no answer. */
  httpStatus: number | null;
  error: DeliveryError | null;
  durationMs: number;
};

type Post = {
  url: URL;
  body: string;
  headers: Record<string, string>;
  /** Hosts that may have internal addresses and use plain http. */
  privateHosts: readonly string[];
  /** Ends the attempt. */
  signal: AbortSignal;
};

const timeoutMs = 15_000;

/** True when an endpoint may have this address: https, or http to a host that the operator allows. */
export function isPostable(url: URL, privateHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return url.protocol === "https:" || privateHosts.some((allowed) => allowed.toLowerCase() === host);
}

/**
 * Posts JSON once. Follows no redirect and reads no body. The host is resolved and checked against internal networks first, and the
 * connection uses the checked addresses.
 * @throws the signal's reason when it ends the attempt
 */
export async function postJson(post: Post): Promise<PostOutcome> {
  const begin = performance.now();
  const durationMs = () => Math.round(performance.now() - begin);
  try {
    return { httpStatus: await withTimeout(timeoutMs, send(post)), error: null, durationMs: durationMs() };
  } catch (error) {
    post.signal.throwIfAborted();
    return { httpStatus: null, error: errorOf(error), durationMs: durationMs() };
  }
}

async function send({ url, body, headers, privateHosts, signal }: Post): Promise<number> {
  if (!isPostable(url, privateHosts)) throw new HostError("plain http");
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const addresses = await resolveHost(url.hostname, privateHosts);
  ended.throwIfAborted(); // a slow DNS may answer after the attempt has ended
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const sent = request(
    url,
    {
      method: "POST",
      agent: false,
      signal: ended,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "tenue-webhooks",
      },
      lookup: lookupAmong(addresses),
    },
    (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

function errorOf(error: unknown): DeliveryError {
  const { code = "", name = "", cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  if (error instanceof HostError) {
    if (cause === undefined) return "internal_address";
    // A system error: the addresses of this machine are unreadable.
    return cause.code === "ERR_SYSTEM_ERROR" ? "unreachable" : "unknown_host";
  }
  if (name === "TimeoutError" || name === "AbortError" || code === "ETIMEDOUT") return "timeout";
  if (/CERT|SIGNATURE|SELF_SIGNED|TLS|SSL/.test(code)) return "certificate";
  return "unreachable";
}
