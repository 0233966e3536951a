import { Button, Kbd } from "@mantine/core";
import type { SignupDetail } from "#contract/signup.schema.ts";
import classes from "#web/admin/screens/signups/review/review.module.css";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

type Props = {
  signup: SignupDetail;
  decision: DecisionHandle;
  onRectify: () => void;
  onDelete: (signup: SignupDetail) => void;
};

export function DetailActions({ signup, decision, onDelete, onRectify }: Props) {
  const busy = decision.isUnderWay(signup.id);
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
      <Button variant="subtle" color="red" mr="auto" onClick={() => onDelete(signup)}>
        Supprimer
      </Button>
      <Button variant="default" onClick={onRectify}>
        Rectifier
      </Button>
      {signup.status === "pending" && signup.limitedAt === null && (
        <>
          <Button
            variant="default"
            disabled={busy}
            {...key("R")}
            onClick={() => decision.decide(signup, "rejected")}
          >
            Rejeter
          </Button>
          <Button
            color="green"
            loading={busy}
            {...key("A")}
            onClick={() => decision.decide(signup, "approved")}
          >
            Approuver
          </Button>
        </>
      )}
    </>
  );
}
