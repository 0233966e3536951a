import type { DomainResolver } from "#server/lib/domain-resolver.ts";

/**
 * Whether mail to a domain can arrive: "refuses" says so itself (RFC 7505), "unreachable" has neither a mail server nor an
 * address, of "unknown" nothing could be learnt in time.
 */
export type DomainVerdict = "accepts" | "refuses" | "unreachable" | "unknown";

/** How long an answer is remembered: a domain that was just set up is asked again soon. In milliseconds. */
const lifetimes: Record<DomainVerdict, number> = {
  accepts: 600_000,
  refuses: 60_000,
  unreachable: 60_000,
  unknown: 30_000,
};
const remembered = 10_000;
const lookUpsAtOnce = 20;
/** After a look-up that brought nothing, while no other has brought anything either, nobody waits for the DNS that long. */
const silenceMs = 30_000;

type Options = { resolver: DomainResolver; now: () => Date; patienceMs?: number };

/**
 * Asks the DNS about the domains of sign-ups. It is a courtesy to who mistyped an address and must never be in the way: a
 * known domain costs nothing, a look-up is waited for a second and a half, and of many at once those beyond the bound pass.
 */
export class MailDomains {
  readonly #options: Required<Options>;
  readonly #verdicts = new Map<string, { verdict: DomainVerdict; until: number }>();
  readonly #underWay = new Map<string, Promise<DomainVerdict>>();
  #answeredAt = Number.NEGATIVE_INFINITY;
  #silentUntil = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = { patienceMs: 1_500, ...options };
  }

  /** @param domain in ASCII and lower case */
  async verdictOf(domain: string): Promise<DomainVerdict> {
    const time = this.#options.now().getTime();
    const known = this.#verdicts.get(domain);
    if (known && known.until > time) return known.verdict;
    const underWay = this.#underWay.get(domain);
    if (underWay) return underWay;
    if (time < this.#silentUntil || this.#underWay.size >= lookUpsAtOnce) return "unknown";
    const lookUp = this.#lookUp(domain).finally(() => this.#underWay.delete(domain));
    this.#underWay.set(domain, lookUp);
    return lookUp;
  }

  async #lookUp(domain: string): Promise<DomainVerdict> {
    const { resolver, now, patienceMs } = this.#options;
    const verdict = await inTime(judge(resolver, domain), patienceMs);
    const time = now().getTime();
    if (verdict !== "unknown") this.#answeredAt = time;
    else if (time - this.#answeredAt > silenceMs) this.#silentUntil = time + silenceMs;
    this.#remember(domain, { verdict, until: time + lifetimes[verdict] });
    return verdict;
  }

  #remember(domain: string, known: { verdict: DomainVerdict; until: number }): void {
    this.#verdicts.delete(domain); // so that it moves to the end: the oldest goes first
    this.#verdicts.set(domain, known);
    const [oldest] = this.#verdicts.keys();
    if (this.#verdicts.size > remembered && oldest !== undefined) this.#verdicts.delete(oldest);
  }
}

function inTime(verdict: Promise<DomainVerdict>, patienceMs: number): Promise<DomainVerdict> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve("unknown"), patienceMs);
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
  // Without a mail server mail goes to the host of that name (RFC 5321, section 5.1).
  const [v4, v6] = await Promise.all([
    recordsOf(() => resolver.resolve4(domain)),
    recordsOf(() => resolver.resolve6(domain)),
  ]);
  if (v4?.length || v6?.length) return "accepts";
  if (v4 === null || v6 === null || !(await resolver.isTrustworthy())) return "unknown";
  return "unreachable";
}

/** None: the DNS says that there is none. Null: it did not say. */
async function recordsOf<Item>(ask: () => Promise<Item[]>): Promise<Item[] | null> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  }
}
