import type { Audience } from "#contract/audience.ts";
import { screenAddress } from "./screen-address.ts";

/** The address of the list of an audience's sign-ups, filtered by these parameters. */
export function listAddress(audience: Audience, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  const list = screenAddress(audience === "user" ? "signups" : "brands");
  return query.size > 0 ? `${list}?${query}` : list;
}
