import { Button, Kbd } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { extendedText } from "#web/admin/ui/extended-undo.ts";
import { rowId } from "#web/admin/ui/focus.ts";
import { keyNames, openedKeys } from "#web/admin/ui/keys/keys.ts";
import { topBar } from "#web/admin/ui/measured-bar.ts";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { Countdown, type DecisionHandle } from "../use-decision.tsx";
import classes from "./review.module.css";
import type { Review } from "./use-review.ts";

type ReviewBarProps = {
  decision: DecisionHandle;
  /** The last decided sign-up whose message is not sent yet. */
  mailedId: string | null;
  /** The number of sign-ups that came in since the list was read, up to `limits.searchTotalMax` + 1. */
  arrivals: number;
  onShowArrivals: () => void;
  /** The text with the number of listed sign-ups. */
  children: ReactNode;
};

/** A bar above the rows with their count, new sign-ups and the last decision. Its fixed height keeps the rows in place. */
export function ReviewBar({ decision, mailedId, arrivals, onShowArrivals, children }: ReviewBarProps) {
  return (
    <div ref={topBar} className={classes.bar} data-review-bar>
      <div className={classes.left}>{children}</div>
      <span role="status" className={classes.arrivals}>
        {arrivals > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onShowArrivals}>
            {arrivals > limits.searchTotalMax
              ? `Plus de ${formatNumber(limits.searchTotalMax)} nouvelles inscriptions`
              : formatCount(arrivals, "nouvelle inscription", "nouvelles inscriptions")}
          </Button>
        )}
      </span>
      {decision.last && decision.last.id === mailedId && (
        <Countdown before="E-mail dans " until={decision.last.undoUntil} />
      )}
      <LastDecision decision={decision} />
    </div>
  );
}

function leftText(pending: number): string {
  return pending === 0 ? "Plus rien à décider" : `${formatCount(pending, "inscription")} à décider`;
}

const verbs: Record<string, string> = { approved: "approuvée", rejected: "rejetée" };

/** The last decision, with an undo button while undo is possible. Its space is reserved, so that it covers nothing. */
function LastDecision({ decision }: { decision: DecisionHandle }) {
  const { last, undone, nameOf, isUndoing, undo, isExtending, extend } = decision;
  return (
    <Outcome
      last={last}
      undone={undone}
      nameOf={nameOf}
      isUndoing={isUndoing}
      onUndo={undo}
      isExtending={isExtending}
      onExtend={extend}
    />
  );
}

type OutcomeProps = Pick<DecisionHandle, "last" | "undone" | "nameOf" | "isUndoing" | "isExtending"> & {
  onUndo: () => void;
  onExtend: () => void;
};

/** Memoized: renders for a new decision, not for the next sign-up. */
const Outcome = memo(function Outcome(props: OutcomeProps) {
  const { last, undone, nameOf, isUndoing, onUndo, isExtending, onExtend } = props;
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <div className={classes.last}>
      <span role="status" className={classes.outcome}>
        {last && (
          <>
            Inscription {verbs[last.status]} : <bdi>{nameOf(last)}</bdi>
            {last.extensions > 0 && <>. {extendedText(last.extensions)}</>}
          </>
        )}
        {!last && undone && (
          <>
            Décision annulée : <bdi>{nameOf(undone)}</bdi> est à nouveau en attente.
          </>
        )}
      </span>
      {last && (
        <SavingButton
          variant="default"
          size="compact-sm"
          loading={isUndoing}
          data-undo
          data-heir={rowId(last.id)}
          aria-keyshortcuts={singleKeys ? "Z" : undefined}
          rightSection={
            singleKeys && (
              <Kbd size="xs" className={classes.key ?? ""} aria-hidden>
                Z
              </Kbd>
            )
          }
          onClick={onUndo}
        >
          Annuler<span className="visually-hidden"> la décision sur {nameOf(last)}</span>
        </SavingButton>
      )}
      {last && (
        <SavingButton
          variant="subtle"
          size="compact-sm"
          loading={isExtending}
          data-heir={rowId(last.id)}
          onClick={onExtend}
        >
          Prolonger<span className="visually-hidden"> le délai pour annuler</span>
        </SavingButton>
      )}
    </div>
  );
});

type ReviewStepsProps = { review: Review; decision: DecisionHandle; pending: number | undefined };

/** Shown at the top of an opened sign-up: steps to its neighbours, the number of pending sign-ups, and the last decision. */
export function ReviewSteps({ review, decision, pending }: ReviewStepsProps) {
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
