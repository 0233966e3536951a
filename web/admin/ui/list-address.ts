import type { Audience } from "#contract/audience.ts";
import { screenAddress } from "./screen-address.ts";

/** The list of an audience's sign-ups, narrowed by the parameters of its address. */
export function listAddress(audience: Audience, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  const list = screenAddress(audience === "user" ? "signups" : "brands");
  return query.size > 0 ? `${list}?${query}` : list;
}
