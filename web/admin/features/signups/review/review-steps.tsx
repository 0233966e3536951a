import { useCallbackRef } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import type { DecisionHandle } from "#web/admin/features/signups/use-decision.ts";
import { keyNames, openedKeys } from "#web/admin/ui/keys/key-groups.ts";
import { RowButton } from "#web/admin/ui/row/row-parts.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { LastDecision } from "./last-decision.tsx";
import classes from "./review.module.css";
import { leftText } from "./review-bar.tsx";
import type { Review } from "./use-review.ts";

type Props = { review: Review; decision: DecisionHandle; pending: number | undefined };

/** At the top of an opened sign-up: the ones before and after it, what is left, and the last decision. */
export function ReviewSteps({ review, decision, pending }: Props) {
  const goBack = useCallbackRef(() => review.take(review.previous));
  const goOn = useCallbackRef(() => review.take(review.next));
  return (
    <div className={classes.steps} data-review>
      <StepButtons
        hasPrevious={review.previous !== null}
        hasNext={review.next !== null}
        onPrevious={goBack}
        onNext={goOn}
      />
      {pending !== undefined && <span className={classes.left}>{leftText(pending)}</span>}
      <LastDecision decision={decision} />
    </div>
  );
}

type StepProps = { hasPrevious: boolean; hasNext: boolean; onPrevious: () => void; onNext: () => void };

const StepButtons = memo(function StepButtons({ hasPrevious, hasNext, onPrevious, onNext }: StepProps) {
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <SharedTooltip className={classes.stepButtons}>
      <RowButton
        aria-label="Inscription précédente"
        data-tip={`Précédente (${keyNames(openedKeys.keys.previous, { singleKeys })})`}
        disabled={!hasPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={18} aria-hidden />
      </RowButton>
      <RowButton
        aria-label="Inscription suivante"
        data-tip={`Suivante (${keyNames(openedKeys.keys.next, { singleKeys })})`}
        disabled={!hasNext}
        onClick={onNext}
      >
        <IconChevronRight size={18} aria-hidden />
      </RowButton>
    </SharedTooltip>
  );
});
