import { z } from "zod";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createSecretBox, nullIfForeign } from "#server/lib/secret-box.ts";

/** A change of all sign-ups of `emailHash`, the current address, to `email`. */
export type AddressChange = { emailHash: string; email: string };

type Parts = Pick<AppDependencies, "now"> & {
  config: Pick<AppDependencies["config"], "authSecret" | "authSecretPrevious">;
};

const payloadSchema = z.object({ emailHash: z.string(), email: z.string(), issuedAt: z.number() });
const lifeMs = privacyPeriods.myDataMinutes * 60 * 1000;

/** The link is sealed instead of stored. The seal proves its origin, and neither the path nor the database reveals the address. */
const boxOf = ({ config }: Parts) =>
  createSecretBox(config.authSecret, "new address link", config.authSecretPrevious);

/** Makes the link that confirms a new address just before its message leaves, because its half hour begins then. */
export function makeNewAddressLink(
  parts: Parts & { config: { baseUrl: string } },
  { emailHash, email }: AddressChange,
): string {
  const token = boxOf(parts).seal(JSON.stringify({ emailHash, email, issuedAt: parts.now().getTime() }));
  return `${parts.config.baseUrl}/mes-donnees/adresse/${token}`;
}

/** @returns null for a foreign or expired token */
export function readNewAddressToken(parts: Parts, token: string): AddressChange | null {
  const opened = nullIfForeign(() => boxOf(parts).open(token));
  if (opened === null) return null;
  const { issuedAt, ...change } = payloadSchema.parse(JSON.parse(opened));
  return parts.now().getTime() < issuedAt + lifeMs ? change : null;
}
