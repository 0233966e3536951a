import type { Audience } from "#contract/audience.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";

type Named = { firstname: string; name: string };

/** The display name of a sign-up: a person by first name and name, a brand by its own name, its contact apart. */
export const nameOf: Record<Audience, (signup: Named) => string> = {
  user: formatName,
  brand: (signup) => signup.name.trim() || formatName(signup),
};

/** How buttons and questions name the sign-up they are about; by its address where it has no name. */
export function spokenName(audience: Audience, signup: Named & { email: string }): string {
  const name = nameOf[audience](signup);
  return name === "Sans nom" ? formatEmail(signup.email) : name;
}
