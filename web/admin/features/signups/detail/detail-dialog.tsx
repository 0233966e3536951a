import { Button, Kbd, Stack, Text } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { IconCheck, IconTrash, IconX } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { createContext, memo, use, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import classes from "#web/admin/features/signups/review/review.module.css";
import { ReviewSteps } from "#web/admin/features/signups/review/review-bar.tsx";
import type { Review } from "#web/admin/features/signups/review/use-review.ts";
import { useReviewKeys } from "#web/admin/features/signups/review/use-review-keys.ts";
import { signupDetailQuery, useRectifySignup } from "#web/admin/features/signups/signups.api.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { RectifyDialog } from "#web/admin/ui/rectify-dialog.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { DecisionHandle } from "../use-decision.tsx";
import { NoteSection } from "./note-section.tsx";
import { SignupAnswers, SignupFacts } from "./signup-facts.tsx";

type DetailDialogProps = {
  audience: Audience;
  /** The id of the opened sign-up; null while the dialog is closed. */
  id: string | null;
  decision: DecisionHandle;
  review: Review;
  /** The number of pending sign-ups; undefined when it is not counted. */
  pending: number | undefined;
  onClose: () => void;
  onOpen: (id: string) => void;
  onDelete: (signup: SignupDetail) => void;
};

export function DetailDialog({ onClose, ...props }: DetailDialogProps) {
  const { audience, id, decision, review } = props;
  const detail = useQuery({ ...signupDetailQuery(audience, id ?? ""), enabled: id !== null });
  const signup = id === null ? undefined : detail.data;
  const [rectifiedId, setRectifiedId] = useState<string | null>(null);
  // The correction ends with any other sign-up in the address: 'back', a decision that steps on, another dialog.
  if (rectifiedId !== null && rectifiedId !== id) setRectifiedId(null);
  useReviewKeys({ signup, decision, review, enabled: id !== null && rectifiedId === null });
  const close = useCallbackRef(() => {
    decision.forgetRefusal();
    onClose();
  });
  return (
    <OpenedContext value={{ ...props, detail, signup, onRectify: () => setRectifiedId(id) }}>
      <Frame open={id !== null} hasActions={signup !== undefined} onClose={close} />
      {signup && rectifiedId === signup.id && (
        <RectifySignupDialog
          key={signup.id}
          audience={audience}
          signup={signup}
          onClose={() => setRectifiedId(null)}
        />
      )}
    </OpenedContext>
  );
}

type FrameProps = { open: boolean; hasActions: boolean; onClose: () => void };

/** Memoized: Mantine's dialog has some forty elements that do not depend on the sign-up, so a decision does not render them. */
const Frame = memo(function Frame({ open, hasActions, onClose }: FrameProps) {
  return (
    <AdminDialog
      title={<OpenedName />}
      open={open}
      onClose={onClose}
      side
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
      {signup && (
        <>
          <SignupFacts audience={audience} signup={signup} onOpen={onOpen} />
          <NoteSection key={signup.id} audience={audience} signup={signup} />
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

/** Shows why a decision was refused. Names the sign-up, because another one may be open by then. */
export function DecisionError({ decision }: { decision: DecisionHandle }) {
  const { refusal, forgetRefusal, nameOf } = decision;
  if (!refusal) return null;
  return (
    <ErrorAlert error={refusal.error} prefix={`${nameOf(refusal.signup)}\u00a0:`} onClose={forgetRefusal} />
  );
}

type DetailActionsProps = {
  /** True when the sign-up is pending and its processing is not limited. */
  decidable: boolean;
  /** True while the server has not answered a decision. */
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onRectify: () => void;
  onDelete: () => void;
};

/** Memoized, because the actions are the same for every pending sign-up. */
const DetailActions = memo(function DetailActions({ decidable, busy, ...act }: DetailActionsProps) {
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
      <Button
        variant="subtle"
        color="red"
        mr="auto"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={act.onDelete}
      >
        Supprimer
      </Button>
      <Button variant="default" onClick={act.onRectify}>
        Rectifier
      </Button>
      {decidable && (
        <>
          <SavingButton
            variant="light"
            color="red"
            leftSection={<IconX size={16} aria-hidden />}
            loading={busy}
            {...key("R")}
            onClick={act.onReject}
          >
            Rejeter
          </SavingButton>
          <SavingButton
            color="green"
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={busy}
            {...key("A")}
            onClick={act.onApprove}
          >
            Approuver
          </SavingButton>
        </>
      )}
    </>
  );
});

/**
 * The dialog's title. It takes the focus when the dialog opens, so that a held or repeated key presses no button. It takes the focus
 * again with the next sign-up, which is scrolled to its top and announced by screen readers.
 */
function DialogName({ id, children }: { id: string | null; children: string }) {
  const name = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id !== null && before.current !== id) {
      name.current?.closest("[role=dialog]")?.scrollTo(0, 0);
      name.current?.focus({ preventScroll: true });
    }
    before.current = id;
  }, [id]);
  return (
    <bdi ref={name} tabIndex={-1} data-autofocus>
      {children}
    </bdi>
  );
}

/** The opened sign-up with its actions. */
type Opened = {
  audience: Audience;
  /** The id of the opened sign-up; null while the dialog closes. */
  id: string | null;
  detail: UseQueryResult<SignupDetail>;
  signup: SignupDetail | undefined;
  decision: DecisionHandle;
  review: Review;
  /** The number of pending sign-ups; undefined when it is not counted. */
  pending: number | undefined;
  onOpen: (id: string) => void;
  onRectify: () => void;
  onDelete: (signup: SignupDetail) => void;
};

/** Passes the sign-up around the memoized frame, which does not render for the next sign-up. */
const OpenedContext = createContext<Opened | null>(null);

function useOpened(): Opened {
  const opened = use(OpenedContext);
  if (!opened) throw new Error("No sign-up is opened.");
  return opened;
}

type RectifySignupDialogProps = { audience: Audience; signup: SignupDetail; onClose: () => void };

function RectifySignupDialog({ audience, signup, onClose }: RectifySignupDialogProps) {
  const save = useRectifySignup(audience, signup.id);
  return <RectifyDialog audience={audience} signup={signup} save={save} onClose={onClose} />;
}
