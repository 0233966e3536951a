import { z } from "zod";
import { suppressionReasons, suppressionScopes } from "#contract/privacy.ts";

/** The log of erasures as a file, beside the backups. */
export const erasureFileName = "erasures.ndjson";

/** Its first line: whose it is. The hashes mean nothing to another installation. */
export const erasureFileHeadSchema = z.strictObject({ installation: z.uuid() });

/** Each other line: what happened to an address. Times are ISO 8601 in UTC with milliseconds. */
export const erasureLineSchema = z.strictObject({
  id: z.number().int().positive(),
  kind: z.enum(["erased", "suppressed", "lifted"]),
  emailHash: z.string(),
  /** Of a suppression; null for an erasure. */
  scope: z.enum(suppressionScopes).nullable(),
  reason: z.enum(suppressionReasons).nullable(),
  until: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
});

type Entry = z.output<typeof erasureLineSchema>;

const dayMs = 24 * 60 * 60 * 1000;

/** Of the changes of one address only the last one matters to a restore. Instances have noted by then what is older. */
export const supersededBefore = (now: Date) => new Date(now.getTime() - dayMs);

/**
 * What `deleteSuperseded` forgets of the table, for the entries of a file. A restore gives numbers a second time, and the file holds
 * what the restored database does not know: void is what both its number and its time put before a later entry.
 */
export function findSuperseded(entries: Entry[], before: Date): Set<Entry> {
  const changes = entries.filter(({ kind }) => kind !== "erased");
  const last = new Map<string, Entry>();
  for (const entry of changes) {
    const known = last.get(keyOf(entry));
    if (known === undefined || entry.id > known.id) last.set(keyOf(entry), entry);
  }
  const isVoid = (entry: Entry) => {
    const later = last.get(keyOf(entry)) ?? entry;
    const at = Date.parse(entry.at);
    return later.id > entry.id && Date.parse(later.at) >= at && at < before.getTime();
  };
  return new Set(changes.filter(isVoid));
}

const keyOf = ({ emailHash, scope, reason }: Entry) => JSON.stringify([emailHash, scope, reason]);
