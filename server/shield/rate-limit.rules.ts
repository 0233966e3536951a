import type { ShieldState } from "#contract/shield.ts";
import { type IpNetwork, networkShares } from "#server/lib/http/client-address.ts";

/**
 * Without JavaScript there is no proof of work. Under pressure these visitors have a smaller allowance beside the usual
 * one, so that robots gain nothing by leaving JavaScript out: of 30 a minute 6 remain, under attack 2.
 */
const unscriptedShares: Record<ShieldState, number | null> = { calm: null, raised: 1 / 5, attack: 1 / 15 };

/** What one attempt takes from each network of its address. @param perMinute of one IPv4 address */
export function chargesFor(networks: readonly IpNetwork[], perMinute: number): Charge[] {
  return networks.map(({ prefix, range }) => ({
    key: range,
    spacingMs: 60_000 / (perMinute * networkShares[prefix]),
  }));
}

/** What an attempt without JavaScript takes in addition. */
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

/** A network's allowance: what one attempt takes from it, in milliseconds of its minute. */
export type Charge = { key: string; spacingMs: number };

/** What is still to be shared with other instances about a network. */
export type Unshared = { key: string; ms: number };

type Entry = { usedUntil: number; unsharedMs: number; lastUsed: number };

const minuteMs = 60_000;
/** A network is remembered at least so long after its last attempt, unless there are too many. */
const generationMs = 2 * minuteMs;
/** A small part of a millisecond is the rounding of a spacing, not a wait. */
const roundingMs = 0.001;

/**
 * Allowances per minute, counted here and shared with other instances from time to time. A full minute's worth may come
 * at once; it grows back evenly. One number is kept per network: until when its allowance is used up.
 *
 * A network's first attempt in a minute is not shared: in a crowd nearly everybody comes once, and it would have grown
 * back before it mattered.
 */
export class SharedBuckets {
  readonly #capacity: number;
  /** Two generations: to forget the elder as a whole is cheap, to look for the oldest entry of a large map is not. */
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #bornAt = 0;
  readonly #unshared = new Set<string>();

  /** @param capacity networks that are remembered here; those used longest ago are forgotten first */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How long the network of this charge has to wait before its next attempt. */
  waitMs({ key, spacingMs }: Charge, now: number): number {
    const wait = Math.max(this.#find(key)?.usedUntil ?? 0, now) + spacingMs - now - minuteMs;
    return wait > roundingMs ? wait : 0;
  }

  charge({ key, spacingMs }: Charge, now: number): void {
    this.#renew(now);
    const known = this.#find(key);
    const entry = known ?? { usedUntil: 0, unsharedMs: 0, lastUsed: 0 };
    if (known && now - known.lastUsed < minuteMs) this.#unshared.add(key);
    entry.usedUntil = Math.max(entry.usedUntil, now) + spacingMs;
    entry.unsharedMs += spacingMs;
    entry.lastUsed = now;
    this.#old.delete(key);
    this.#young.set(key, entry);
  }

  /** What is to be shared now. Hand it to `settle` or `giveBack` afterwards. */
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

  /** @param usedUntil the sum of all instances */
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
