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
