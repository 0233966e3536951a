import { Button } from "@mantine/core";
import type { DecisionHandle } from "#web/admin/features/signups/use-decision.ts";
import { formatCount } from "#web/lib/format.ts";
import { LastDecision } from "./last-decision.tsx";
import classes from "./review.module.css";

type Props = {
  /** How many wait; undefined where that is not counted. */
  pending: number | undefined;
  decision: DecisionHandle;
  /** How many came in since the list was read. */
  arrivals: number;
  onShowArrivals: () => void;
};

/** Above the rows and always there: what is left, what came in, what was decided last. Nothing moves when it says something. */
export function ReviewBar({ pending, decision, arrivals, onShowArrivals }: Props) {
  return (
    <div className={classes.bar} data-review-bar>
      <span className={classes.left}>{pending !== undefined && pending > 0 && leftText(pending)}</span>
      <span role="status" className={classes.arrivals}>
        {arrivals > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onShowArrivals}>
            {formatCount(arrivals, "nouvelle inscription", "nouvelles inscriptions")}
          </Button>
        )}
      </span>
      <LastDecision decision={decision} />
    </div>
  );
}

export function leftText(pending: number): string {
  return pending === 0 ? "Plus rien à décider" : `${formatCount(pending, "inscription")} à décider`;
}
