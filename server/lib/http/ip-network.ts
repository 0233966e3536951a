import { isIP } from "node:net";

/** A range of addresses: an IPv4 address (32) or its /24, an IPv6 /64, /56 or /48. */
export type IpNetwork = { prefix: 24 | 32 | 48 | 56 | 64; range: string };

/** How many single clients' limits a network has: wider ones in proportion, so that rotating addresses gain little. */
export const networkShares: Record<IpNetwork["prefix"], number> = { 32: 1, 24: 2, 64: 1, 56: 4, 48: 8 };

const v6Prefixes = [64, 56, 48] as const;

/**
 * The networks that contain an address, smallest first. One household or server has a whole IPv6 /64, so that nothing
 * smaller counts there. IPv4 written as IPv6 counts as IPv4; a text that is no address counts as one separate network.
 */
export function networksOf(address: string): IpNetwork[] {
  const plain = plainAddress(address);
  if (isIP(plain) === 6) {
    const groups = groupsOf(plain);
    return v6Prefixes.map((prefix) => ({ prefix, range: v6Range(groups, prefix) }));
  }
  const own: IpNetwork = { prefix: 32, range: plain };
  if (isIP(plain) !== 4) return [own];
  return [own, { prefix: 24, range: `${plain.slice(0, plain.lastIndexOf("."))}.0/24` }];
}

/** The address without a zone, and as IPv4 when it is IPv4 written as IPv6. */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : (address.split("%")[0] ?? "");
}

function v6Range(groups: number[], prefix: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const bits = Math.min(16, Math.max(0, prefix - index * 16));
    return group & (0xffff << (16 - bits));
  });
  return `${kept.map((group) => group.toString(16)).join(":")}::/${prefix}`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = groupsOfPart(head);
  if (tail === undefined) return left;
  const right = groupsOfPart(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOfPart(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
