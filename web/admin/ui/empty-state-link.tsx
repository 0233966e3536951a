import { Button } from "@mantine/core";
import { Link } from "react-router";
import { screenAddress } from "./screen-address.ts";

type Props = { children: string } & ({ screen: string } | { site: string });

/** The next step out of an empty screen: another screen, or a page of the site in a tab of its own. */
export function EmptyStateLink({ children, ...to }: Props) {
  if ("screen" in to)
    return (
      <Button component={Link} to={screenAddress(to.screen)} variant="default">
        {children}
      </Button>
    );
  return (
    <Button component="a" href={to.site} target="_blank" rel="noopener" variant="default">
      {children}
      <span className="visually-hidden">&nbsp;(nouvel onglet)</span>
    </Button>
  );
}
