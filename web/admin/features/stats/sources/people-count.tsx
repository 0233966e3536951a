import { Anchor, Menu } from "@mantine/core";
import { Link } from "react-router";
import type { StatsAudience, StatsPeriod } from "#contract/stats.ts";
import { formatNumber } from "#web/lib/format.ts";
import { type Counted, peopleAddress } from "./sources.api.ts";

type Props = Omit<Counted, "period"> & {
  count: number;
  /** The counted people, for screen readers: "inscrits d’Instagram". */
  about: string;
  filters: { audience: StatsAudience; period: StatsPeriod };
};

/** A number of people that opens their list. When it counts users and brands, a menu asks which list to open. */
export function PeopleCount({ count, about, filters: { audience, period }, ...counted }: Props) {
  if (count === 0) return formatNumber(count);
  const text = (
    <>
      {formatNumber(count)}
      <span className="visually-hidden">&nbsp;{about}, voir la liste</span>
    </>
  );
  if (audience !== "all") {
    return (
      <Anchor component={Link} to={peopleAddress(audience, { ...counted, period })} inherit>
        {text}
      </Anchor>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Anchor component="button" type="button" inherit>
          {text}
        </Anchor>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={peopleAddress("user", { ...counted, period })}>
          Voir les utilisateurs
        </Menu.Item>
        <Menu.Item component={Link} to={peopleAddress("brand", { ...counted, period })}>
          Voir les marques
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
