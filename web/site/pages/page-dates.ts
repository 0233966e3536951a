import { policyVersions } from "#contract/policy-versions.ts";
import type { PublicSite } from "#contract/site.ts";

/**
 * The day ("2026-11-23") since which a page reads as it does, as far as it is recorded: when the owner last changed what
 * every page says of them, and for the policy also when its text was. Undefined where it is unknown: a date is never made up.
 */
export function changedOn(path: string, { changedAt }: Pick<PublicSite, "changedAt">): string | undefined {
  const days = [
    ...(path === "/privacy" ? [policyDay()] : []),
    ...(changedAt ? [changedAt.slice(0, 10)] : []),
  ];
  return days.sort().at(-1);
}

function policyDay(): string {
  const { date } = policyVersions[policyVersions.length - 1] ?? policyVersions[0];
  return date.split("/").reverse().join("-");
}
