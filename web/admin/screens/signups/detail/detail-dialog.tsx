import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup.schema.ts";
import { signupDetailQuery } from "#web/admin/screens/signups/signups.api.ts";
import type { DecisionHandle } from "#web/admin/screens/signups/use-decision.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { formatName } from "#web/lib/format.ts";
import { RectifySignupDialog } from "./rectify-signup-dialog.tsx";
import { SignupAnswers } from "./signup-answers.tsx";
import { SignupFacts } from "./signup-facts.tsx";

type Props = {
  audience: Audience;
  /** Null: closed. */
  id: string | null;
  decision: DecisionHandle;
  onClose: () => void;
  onOpen: (id: string) => void;
  onDelete: (id: string) => void;
};

export function DetailDialog({ audience, id, decision, onClose, onOpen, onDelete }: Props) {
  const detail = useQuery({ ...signupDetailQuery(audience, id ?? ""), enabled: id !== null });
  const signup = id === null ? undefined : detail.data;
  const [rectifies, setRectifies] = useState(false);
  const close = () => {
    decision.reset();
    setRectifies(false);
    onClose();
  };
  if (rectifies && signup) {
    return <RectifySignupDialog audience={audience} signup={signup} onClose={() => setRectifies(false)} />;
  }
  return (
    <AdminDialog
      title={signup ? <bdi>{formatName(signup)}</bdi> : "Inscription"}
      open={id !== null}
      onClose={close}
      actions={
        signup && (
          <DetailActions
            signup={signup}
            decision={decision}
            onDelete={onDelete}
            onRectify={() => setRectifies(true)}
          />
        )
      }
    >
      <Stack gap="lg">
        {decision.error && <ErrorAlert error={decision.error} />}
        {detail.isPending && <LoadingText>Chargement de l’inscription…</LoadingText>}
        {detail.error && <ErrorAlert error={detail.error} onRetry={() => void detail.refetch()} />}
        {signup && !detail.error && (
          <>
            <SignupFacts audience={audience} signup={signup} onOpen={onOpen} />
            <section aria-labelledby="signup-answers">
              <Text id="signup-answers" component="h3" fw={600} m={0} mb="sm">
                Réponses au questionnaire
              </Text>
              <SignupAnswers answers={signup.answers} />
            </section>
          </>
        )}
      </Stack>
    </AdminDialog>
  );
}

type ActionsProps = { signup: SignupDetail; onRectify: () => void } & Pick<Props, "decision" | "onDelete">;

function DetailActions({ signup, decision, onDelete, onRectify }: ActionsProps) {
  const busy = decision.busyId === signup.id;
  return (
    <>
      <Button variant="subtle" color="red" mr="auto" onClick={() => onDelete(signup.id)}>
        Supprimer
      </Button>
      <Button variant="default" onClick={onRectify}>
        Rectifier
      </Button>
      {signup.status === "pending" && signup.limitedAt === null && (
        <>
          <Button variant="default" disabled={busy} onClick={() => decision.decide(signup, "rejected")}>
            Rejeter
          </Button>
          <Button color="green" loading={busy} onClick={() => decision.decide(signup, "approved")}>
            Approuver
          </Button>
        </>
      )}
    </>
  );
}
