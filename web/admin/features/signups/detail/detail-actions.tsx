import { Button, Kbd } from "@mantine/core";
import { memo } from "react";
import classes from "#web/admin/features/signups/review/review.module.css";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

type Props = {
  /** It waits, and nobody has asked that nothing be done with it. */
  decidable: boolean;
  /** A decision is on its way. */
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onRectify: () => void;
  onDelete: () => void;
};

/** The same for every sign-up that waits, and not drawn anew from one to the next. */
export const DetailActions = memo(function DetailActions({ decidable, busy, ...act }: Props) {
  const { singleKeys } = useCurrentAdmin().preferences;
  const key = (letter: string) =>
    singleKeys && {
      "aria-keyshortcuts": letter,
      rightSection: (
        <Kbd size="xs" className={classes.key ?? ""} aria-hidden>
          {letter}
        </Kbd>
      ),
    };
  return (
    <>
      <Button variant="subtle" color="red" mr="auto" onClick={act.onDelete}>
        Supprimer
      </Button>
      <Button variant="default" onClick={act.onRectify}>
        Rectifier
      </Button>
      {decidable && (
        <>
          <Button variant="default" disabled={busy} {...key("R")} onClick={act.onReject}>
            Rejeter
          </Button>
          <SavingButton color="green" loading={busy} {...key("A")} onClick={act.onApprove}>
            Approuver
          </SavingButton>
        </>
      )}
    </>
  );
});
