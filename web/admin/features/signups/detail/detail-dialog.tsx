import { Stack, Text } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup.schema.ts";
import { ReviewSteps } from "#web/admin/features/signups/review/review-steps.tsx";
import type { Review } from "#web/admin/features/signups/review/use-review.ts";
import { useReviewKeys } from "#web/admin/features/signups/review/use-review-keys.ts";
import { signupDetailQuery } from "#web/admin/features/signups/signups.api.ts";
import type { DecisionHandle } from "#web/admin/features/signups/use-decision.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { DetailActions } from "./detail-actions.tsx";
import { DialogName } from "./dialog-name.tsx";
import { OpenedContext, useOpened } from "./opened.ts";
import { RectifySignupDialog } from "./rectify-signup-dialog.tsx";
import { SignupAnswers } from "./signup-answers.tsx";
import { SignupFacts } from "./signup-facts.tsx";

type Props = {
  audience: Audience;
  /** Null: closed. */
  id: string | null;
  decision: DecisionHandle;
  review: Review;
  /** How many wait; undefined where that is not counted. */
  pending: number | undefined;
  onClose: () => void;
  onOpen: (id: string) => void;
  onDelete: (signup: SignupDetail) => void;
};

export function DetailDialog({ onClose, ...props }: Props) {
  const { audience, id, decision, review } = props;
  const detail = useQuery({ ...signupDetailQuery(audience, id ?? ""), enabled: id !== null });
  const signup = id === null ? undefined : detail.data;
  const [rectifies, setRectifies] = useState(false);
  useReviewKeys({ signup, decision, review, enabled: id !== null && !rectifies });
  const close = useCallbackRef(() => {
    decision.forgetRefusal();
    setRectifies(false);
    onClose();
  });
  if (rectifies && signup) {
    return <RectifySignupDialog audience={audience} signup={signup} onClose={() => setRectifies(false)} />;
  }
  return (
    <OpenedContext value={{ ...props, detail, signup, onRectify: () => setRectifies(true) }}>
      <Frame open={id !== null} hasActions={signup !== undefined} onClose={close} />
    </OpenedContext>
  );
}

type FrameProps = { open: boolean; hasActions: boolean; onClose: () => void };

/** Some forty boxes of Mantine's that say nothing of the sign-up: one decision after the other leaves them alone. */
const Frame = memo(function Frame({ open, hasActions, onClose }: FrameProps) {
  return (
    <AdminDialog
      title={<OpenedName />}
      open={open}
      onClose={onClose}
      steady
      actions={hasActions && <OpenedActions />}
    >
      <OpenedSignup />
    </AdminDialog>
  );
});

function OpenedName() {
  const { id, signup, decision } = useOpened();
  return <DialogName id={id}>{signup ? decision.nameOf(signup) : "Inscription"}</DialogName>;
}

function OpenedActions() {
  const { signup, decision, onRectify, onDelete } = useOpened();
  const approve = useCallbackRef(() => signup && decision.decide(signup, "approved"));
  const reject = useCallbackRef(() => signup && decision.decide(signup, "rejected"));
  const remove = useCallbackRef(() => signup && onDelete(signup));
  return (
    <DetailActions
      decidable={signup?.status === "pending" && signup.limitedAt === null}
      busy={signup !== undefined && decision.isUnderWay(signup.id)}
      onApprove={approve}
      onReject={reject}
      onRectify={useCallbackRef(onRectify)}
      onDelete={remove}
    />
  );
}

function OpenedSignup() {
  const { audience, detail, signup, decision, review, pending, onOpen } = useOpened();
  return (
    <Stack gap="lg">
      <ReviewSteps review={review} decision={decision} pending={pending} />
      <DecisionError decision={decision} />
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
  );
}

/** Why a decision was refused, and on whom: by then another sign-up may be in view. */
export function DecisionError({ decision }: { decision: DecisionHandle }) {
  const { refusal, forgetRefusal, nameOf } = decision;
  if (!refusal) return null;
  return (
    <ErrorAlert error={refusal.error} prefix={`${nameOf(refusal.signup)}\u00a0:`} onClose={forgetRefusal} />
  );
}
