import { domainOf } from "#contract/email-address.ts";
import type { DomainResolver } from "#server/lib/dns.ts";
import type { ApiError } from "#server/lib/http/errors.ts";
import { emailDomainUnreachable, emailRefused } from "./signups.errors.ts";

/**
 * Tells if mail to a domain can arrive. "refuses": the domain has a null MX (RFC 7505). "unreachable": it has neither a mail server nor an
 * address. "unknown": no answer came in time.
 */
export type DomainVerdict = "accepts" | "refuses" | "unreachable" | "unknown";

/** How long a verdict is cached, in milliseconds. Failures are cached briefly, so that a new domain is soon checked again. */
const cacheMs: Record<DomainVerdict, number> = {
  accepts: 600_000,
  refuses: 60_000,
  unreachable: 60_000,
  unknown: 30_000,
};
const cacheSize = 10_000;
const maxConcurrent = 20;
/** Circuit breaker: skips the DNS for 30 s after a failed look-up, unless another look-up succeeded within the last 30 s. */
const breakerMs = 30_000;

type Options = { resolver: DomainResolver; now: () => Date; timeoutMs?: number };

/**
 * Checks the domains of sign-ups in the DNS, to help people who mistyped an address. It must not slow sign-ups down: verdicts are
 * cached, a look-up has a timeout, and a domain passes unchecked when too many look-ups run or the circuit breaker is open.
 */
export class MailDomains {
  readonly #options: Required<Options>;
  readonly #verdicts = new Map<string, { verdict: DomainVerdict; until: number }>();
  readonly #pending = new Map<string, Promise<DomainVerdict>>();
  #answeredAt = Number.NEGATIVE_INFINITY;
  #openUntil = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = { timeoutMs: 1_500, ...options };
  }

  /** @param domain in ASCII and lower case */
  async verdictOf(domain: string): Promise<DomainVerdict> {
    const time = this.#options.now().getTime();
    const known = this.#verdicts.get(domain);
    if (known && known.until > time) return known.verdict;
    const pending = this.#pending.get(domain);
    if (pending) return pending;
    if (time < this.#openUntil || this.#pending.size >= maxConcurrent) return "unknown";
    const lookUp = this.#lookUp(domain).finally(() => this.#pending.delete(domain));
    this.#pending.set(domain, lookUp);
    return lookUp;
  }

  async #lookUp(domain: string): Promise<DomainVerdict> {
    const { resolver, now, timeoutMs } = this.#options;
    const verdict = await withTimeout(judge(resolver, domain), timeoutMs);
    const time = now().getTime();
    if (verdict !== "unknown") this.#answeredAt = time;
    else if (time - this.#answeredAt > breakerMs) this.#openUntil = time + breakerMs;
    this.#cache(domain, { verdict, until: time + cacheMs[verdict] });
    return verdict;
  }

  #cache(domain: string, known: { verdict: DomainVerdict; until: number }): void {
    this.#verdicts.delete(domain); // moves it to the end, because the oldest is evicted first
    this.#verdicts.set(domain, known);
    const [oldest] = this.#verdicts.keys();
    if (this.#verdicts.size > cacheSize && oldest !== undefined) this.#verdicts.delete(oldest);
  }
}

function withTimeout(verdict: Promise<DomainVerdict>, timeoutMs: number): Promise<DomainVerdict> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve("unknown"), timeoutMs);
    void verdict.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Never rejects. */
async function judge(resolver: DomainResolver, domain: string): Promise<DomainVerdict> {
  const servers = await recordsOf(() => resolver.resolveMx(domain));
  if (servers === null) return "unknown";
  if (servers.length === 1 && (servers[0]?.exchange === "" || servers[0]?.exchange === ".")) return "refuses";
  if (servers.length > 0) return "accepts";
  // Without an MX record, mail goes to the host of that name (RFC 5321, section 5.1).
  const [v4, v6] = await Promise.all([
    recordsOf(() => resolver.resolve4(domain)),
    recordsOf(() => resolver.resolve6(domain)),
  ]);
  if (v4?.length || v6?.length) return "accepts";
  if (v4 === null || v6 === null || !(await resolver.isTrustworthy())) return "unknown";
  return "unreachable";
}

/** Empty list: the DNS has no such records. Null: no answer. */
async function recordsOf<Item>(ask: () => Promise<Item[]>): Promise<Item[] | null> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  }
}

/** A resubmitted address is accepted unless its domain has a null MX. */
export async function domainProblem(
  domains: MailDomains,
  { email, confirmed }: { email: string; confirmed: boolean | undefined },
): Promise<ApiError | null> {
  const verdict = await domains.verdictOf(domainOf(email));
  if (verdict === "refuses") return emailRefused();
  return verdict === "unreachable" && !confirmed ? emailDomainUnreachable() : null;
}
