import { Kbd } from "@mantine/core";
import { memo } from "react";
import type { DecisionHandle } from "#web/admin/features/signups/use-decision.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./review.module.css";

const verbs: Record<string, string> = { approved: "approuvée", rejected: "rejetée" };

/** What was decided last, and the way back while there is one. Covers nothing: its place is kept free. */
export function LastDecision({ decision }: { decision: DecisionHandle }) {
  const { last, undone, nameOf, isUndoing, undo } = decision;
  return <Outcome last={last} undone={undone} nameOf={nameOf} isUndoing={isUndoing} onUndo={undo} />;
}

type OutcomeProps = Pick<DecisionHandle, "last" | "undone" | "nameOf" | "isUndoing"> & { onUndo: () => void };

/** Not drawn anew from one sign-up to the next. */
const Outcome = memo(function Outcome({ last, undone, nameOf, isUndoing, onUndo }: OutcomeProps) {
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <div className={classes.last}>
      <span role="status" className={classes.outcome}>
        {last && (
          <>
            Inscription {verbs[last.status]} : <bdi>{nameOf(last)}</bdi>
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
    </div>
  );
});
