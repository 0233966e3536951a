import { Kbd } from "@mantine/core";
import { memo } from "react";
import type { DecidedSignup } from "#contract/signup.schema.ts";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./review.module.css";

const verbs: Record<string, string> = { approved: "approuvée", rejected: "rejetée" };

type Props = {
  /** The decision that can be taken back. */
  last: DecidedSignup | null;
  undone: DecidedSignup | null;
  nameOf: DecisionHandle["nameOf"];
  isUndoing: boolean;
  onUndo: () => void;
};

/** What was decided last, and the way back while there is one. Covers nothing: its place is kept free. */
export const LastDecision = memo(function LastDecision({ last, undone, nameOf, isUndoing, onUndo }: Props) {
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
