import type { ShieldState } from "#contract/shield.ts";
import { type IpNetwork, networkShares } from "#server/lib/http/client-address.ts";
import { latestPlausible } from "#server/upkeep/clock.rules.ts";

/**
 * Visitors without JavaScript have no proof of work. Under pressure they have a smaller allowance in addition to the usual
 * one, so that robots gain nothing without JavaScript: of 30 attempts a minute 6 remain, and 2 under attack.
 */
const unscriptedShares: Record<ShieldState, number | null> = { calm: null, raised: 1 / 5, attack: 1 / 15 };

/** The charge of one attempt for each network of its address. @param perMinute the limit of one IPv4 address */
export function chargesFor(networks: readonly IpNetwork[], perMinute: number): Charge[] {
  return networks.map(({ prefix, range }) => ({
    key: range,
    spacingMs: 60_000 / (perMinute * networkShares[prefix]),
  }));
}

/** The additional charge of an attempt without JavaScript. */
export function unscriptedCharges(
  networks: readonly IpNetwork[],
  perMinute: number,
  state: ShieldState,
): Charge[] {
  const share = unscriptedShares[state];
  if (share === null) return [];
  const tighter = Math.max(1, perMinute * share);
  return chargesFor(networks, tighter).map(({ key, spacingMs }) => ({ key: `unscripted ${key}`, spacingMs }));
}

/** What one attempt costs a network: `spacingMs` milliseconds of its minute. */
export type Charge = { key: string; spacingMs: number };

/** The part of a network's usage that other instances do not know yet. */
export type Unshared = { key: string; ms: number };

type Entry = { usedUntil: number; unsharedMs: number; lastUsed: number };

const minuteMs = 60_000;
/** A network is kept at least this long after its last attempt, unless there are too many networks. */
const generationMs = 2 * minuteMs;
/** Waits up to this length are rounding errors of a spacing. */
const roundingMs = 0.001;

/** Until when an allowance is used up, at least `now`. A time that only a clock that was ahead can have set counts as past. */
function usedFrom(entry: Entry | undefined, now: number): number {
  const usedUntil = entry?.usedUntil ?? 0;
  return usedUntil > latestPlausible(new Date(now)).getTime() ? now : Math.max(usedUntil, now);
}

/**
 * Allowances per minute, counted here and shared with other instances from time to time. A whole minute's allowance may be used in one
 * burst; it refills evenly. One number is stored per network: the time until which its allowance is used up.
 *
 * A network's first attempt in a minute is not shared: in a crowd nearly every network makes only one, and its allowance refills
 * before another instance needs the number.
 */
export class SharedBuckets {
  readonly #capacity: number;
  /** Two generations, because dropping the whole older one is cheap, and finding the oldest entry of a large map is not. */
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #bornAt = 0;
  readonly #unshared = new Set<string>();

  /** @param capacity networks that are kept here; the least recently used ones are removed first */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How long the network of this charge has to wait before its next attempt. */
  waitMs({ key, spacingMs }: Charge, now: number): number {
    const wait = usedFrom(this.#find(key), now) + spacingMs - now - minuteMs;
    return wait > roundingMs ? wait : 0;
  }

  charge({ key, spacingMs }: Charge, now: number): void {
    this.#renew(now);
    const known = this.#find(key);
    const entry = known ?? { usedUntil: 0, unsharedMs: 0, lastUsed: 0 };
    if (known && now - known.lastUsed < minuteMs) this.#unshared.add(key);
    entry.usedUntil = usedFrom(entry, now) + spacingMs;
    entry.unsharedMs += spacingMs;
    entry.lastUsed = now;
    this.#old.delete(key);
    this.#young.set(key, entry);
  }

  /** Takes the usage to share now. The caller must pass it to `settle` or `giveBack` afterwards. */
  takeUnshared(now: number, max: number): Unshared[] {
    const taken: Unshared[] = [];
    for (const key of this.#unshared) {
      if (taken.length === max) break;
      this.#unshared.delete(key);
      const entry = this.#find(key);
      if (!entry) continue;
      const ms = Math.min(entry.unsharedMs, entry.usedUntil - now);
      entry.unsharedMs = 0;
      if (ms > 0) taken.push({ key, ms });
    }
    return taken;
  }

  /** @param usedUntil the result for all instances together */
  settle(key: string, usedUntil: number): void {
    const entry = this.#find(key);
    if (entry) entry.usedUntil = usedUntil + entry.unsharedMs;
  }

  giveBack(taken: Unshared[]): void {
    for (const { key, ms } of taken) {
      const entry = this.#find(key);
      if (!entry) continue;
      entry.unsharedMs += ms;
      this.#unshared.add(key);
    }
  }

  get hasUnshared(): boolean {
    return this.#unshared.size > 0;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #find(key: string): Entry | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  #renew(now: number): void {
    const age = now - this.#bornAt;
    if (this.#young.size < this.#capacity / 2 && age < generationMs) return;
    this.#old = age < 2 * generationMs ? this.#young : new Map();
    this.#young = new Map();
    this.#bornAt = now;
  }
}
