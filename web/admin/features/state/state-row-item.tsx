import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { StateRow } from "#contract/state.schema.ts";
import { type StateKey, stateLabels, stateVerdictLabels } from "#contract/state.ts";
import { VerdictBadge } from "#web/admin/mail-kit/verdict-badge.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ConfirmClock } from "./confirm-clock.tsx";
import classes from "./state.module.css";

/** Where a row is mended, if that is a screen. */
const screens: Partial<Record<StateKey, { to: string; label: string }>> = {
  mail: { to: screenAddress("emails"), label: "Ouvrir les réglages e-mail" },
  dns: { to: `${screenAddress("emails")}?tab=domain`, label: "Ouvrir le domaine d’envoi" },
};

type Props = { row: StateRow; checkedAt: string };

/** The check, its verdict, the finding, the sentence that explains the fix, and its button. */
export function StateRowItem({ row: { key, verdict, found, fix, action }, checkedAt }: Props) {
  const screen = fix === undefined ? undefined : screens[key];
  return (
    <li className={classes.row} data-verdict={verdict}>
      <div className={classes.what}>
        <h3 className={classes.label}>{stateLabels[key]}</h3>
        <VerdictBadge verdict={verdict} label={stateVerdictLabels[verdict]} />
      </div>
      <div className={classes.details}>
        <p className={classes.found}>{found}</p>
        {fix && <p className={classes.fix}>{fix}</p>}
        {action === "confirm_clock" && <ConfirmClock at={checkedAt} />}
        {screen && (
          <Anchor component={Link} to={screen.to} size="sm" underline="always">
            {screen.label}
          </Anchor>
        )}
      </div>
    </li>
  );
}
