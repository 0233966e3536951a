import { Button, Kbd } from "@mantine/core";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatName } from "#web/lib/format.ts";
import classes from "./review.module.css";

const verbs: Record<string, string> = { approved: "approuvée", rejected: "rejetée" };

/** What was decided last, and the way back while there is one. Covers nothing: its place is kept free. */
export function LastDecision({ decision }: { decision: DecisionHandle }) {
  const { last, undone } = decision;
  const { singleKeys } = useCurrentAdmin().preferences;
  return (
    <div className={classes.last}>
      <span role="status" className={classes.outcome}>
        {last && (
          <>
            Inscription {verbs[last.status]} : <bdi>{formatName(last)}</bdi>
          </>
        )}
        {!last && undone && (
          <>
            Décision annulée : <bdi>{formatName(undone)}</bdi> est à nouveau en attente.
          </>
        )}
      </span>
      {last && (
        <Button
          variant="default"
          size="compact-sm"
          loading={decision.isUndoing}
          aria-keyshortcuts={singleKeys ? "Z" : undefined}
          rightSection={
            singleKeys && (
              <Kbd size="xs" className={classes.key ?? ""} aria-hidden>
                Z
              </Kbd>
            )
          }
          onClick={decision.undo}
        >
          Annuler<span className="visually-hidden"> la décision sur {formatName(last)}</span>
        </Button>
      )}
    </div>
  );
}
