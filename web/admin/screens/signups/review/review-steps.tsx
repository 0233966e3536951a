import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.ts";
import { keyNames, openedKeys } from "#web/admin/ui/keys/key-groups.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { LastDecision } from "./last-decision.tsx";
import classes from "./review.module.css";
import { leftText } from "./review-bar.tsx";
import type { Review } from "./use-review.ts";

type Props = { review: Review; decision: DecisionHandle; pending: number | undefined };

/** At the top of an opened sign-up: the ones before and after it, what is left, and the last decision. */
export function ReviewSteps({ review, decision, pending }: Props) {
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <div className={classes.steps} data-review>
      <Tooltip label={`Précédente (${keyNames(openedKeys.keys.previous, { singleKeys })})`}>
        <ActionIcon
          variant="default"
          aria-label="Inscription précédente"
          disabled={!review.previous}
          onClick={() => review.take(review.previous)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`Suivante (${keyNames(openedKeys.keys.next, { singleKeys })})`}>
        <ActionIcon
          variant="default"
          aria-label="Inscription suivante"
          disabled={!review.next}
          onClick={() => review.take(review.next)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {pending !== undefined && <span className={classes.left}>{leftText(pending)}</span>}
      <LastDecision decision={decision} />
    </div>
  );
}
