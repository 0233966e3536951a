import type { Audience } from "#contract/audience.ts";

/** The address of a screen, by its path below /admin/dashboard; "" is the dashboard itself. */
export function screenAddress(path: string): string {
  return path === "" ? "/admin/dashboard" : `/admin/dashboard/${path}`;
}

/** The list of an audience's sign-ups, narrowed by the parameters of its address. */
export function listAddress(audience: Audience, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters);
  const list = screenAddress(audience === "user" ? "signups" : "brands");
  return query.size > 0 ? `${list}?${query}` : list;
}
