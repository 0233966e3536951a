import { Link } from "react-router";
import type { StatsAudience, StatsPeriod } from "#contract/stats.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import classes from "./stats.module.css";

const tabs = [
  { tab: "answers", label: "Réponses" },
  { tab: "sources", label: "Provenance" },
  { tab: "referrals", label: "Parrainages" },
] as const;
export const statsTabs = tabs.map(({ tab }) => tab);

type Props = { tab: (typeof tabs)[number]["tab"]; filters: { audience: StatsAudience; period: StatsPeriod } };

/** Links instead of tabs, because each one opens another screen, with the filters that both screens share. */
export function StatsTabs({ tab: current, filters: { audience, period } }: Props) {
  return (
    <nav className={classes.tabs} aria-label="Statistiques">
      {tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to={`${screenAddress("stats")}?${new URLSearchParams({ ...(tab !== "answers" && { tab }), audience, period })}`}
          aria-current={tab === current ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
