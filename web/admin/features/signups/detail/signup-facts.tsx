import { Anchor, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import type { SignupAnswer, SignupDetail, SignupSummary } from "#contract/signup-list.schema.ts";
import { sourceText } from "#contract/sources.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { Pill } from "#web/admin/ui/row-parts.tsx";
import { formatDateTime, formatEmail, formatStatus, formatWebsite } from "#web/lib/format.ts";
import { useDeleteSignup } from "../signups.api.ts";
import { audienceTexts, spokenName } from "../signups-texts.ts";
import classes from "./detail.module.css";
import { InvitationFact } from "./invitation-fact.tsx";
import { ReferralFact } from "./referral-fact.tsx";

type SignupFactsProps = { audience: Audience; signup: SignupDetail; onOpen: (id: string) => void };

export function SignupFacts({ audience, signup, onOpen }: SignupFactsProps) {
  const original = signup.duplicateOf;
  return (
    <dl className={classes.facts}>
      <Fact label="Prénom">
        <bdi>{signup.firstname || "—"}</bdi>
      </Fact>
      <Fact label={audienceTexts[audience].name}>
        <bdi>{signup.name || "—"}</bdi>
      </Fact>
      <Fact label="E-mail">
        {signup.email ? (
          <Anchor href={`mailto:${encodeURIComponent(signup.email)}`}>{signup.email}</Anchor>
        ) : (
          formatEmail(signup.email)
        )}
      </Fact>
      {audience === "brand" && (
        <Fact label="Site web">
          <WebsiteLink website={signup.website} />
        </Fact>
      )}
      <Fact label="Date d’inscription">{formatDateTime(signup.createdAt)}</Fact>
      <Fact label="Source">
        <bdi>{sourceText(signup.source)}</bdi>
      </Fact>
      <Fact label="Statut">
        <SignupBadges signup={signup} />
      </Fact>
      {signup.invitation && (
        <Fact label="Invitation">
          <InvitationFact audience={audience} signupId={signup.id} invitation={signup.invitation} />
        </Fact>
      )}
      {(signup.referral.brought > 0 || signup.referral.broughtBy) && (
        <Fact label="Parrainage">
          <ReferralFact referral={signup.referral} />
        </Fact>
      )}
      {signup.limitedAt !== null && (
        <Fact label="Limitée">
          Depuis le {formatDateTime(signup.limitedAt)}, à la demande de la personne : ni décision, ni e-mail,
          ni statistique.
        </Fact>
      )}
      {original !== null && (
        <Fact label="Doublon">
          Une inscription plus ancienne a la même adresse ; elle seule reçoit les e-mails.{" "}
          <Anchor component="button" type="button" onClick={() => onOpen(original)}>
            Voir l’inscription d’origine
          </Anchor>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The answers with their questions, including questions that were deleted later. */
export function SignupAnswers({ answers }: { answers: SignupAnswer[] }) {
  if (answers.length === 0) return <Text c="dimmed">Aucune réponse</Text>;
  return (
    <dl className={classes.answers}>
      {answers.map(({ questionId, question, value }) => (
        <div key={questionId}>
          <dt>{question ?? "Question supprimée"}</dt>
          <dd>
            <bdi>{typeof value === "string" ? value : <AnswerList values={value} />}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AnswerList({ values }: { values: string[] }) {
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}

/** The status, and the facts that a reviewer should know before deciding. */
export function SignupBadges({ signup }: { signup: SignupSummary }) {
  return (
    <span className={classes.badges} data-pills>
      <StatusBadge status={signup.status} />
      {signup.sample && <Pill tone="gray">Exemple</Pill>}
      {signup.confirmedAt !== null && !signup.sample && <Pill tone="gray">Adresse confirmée</Pill>}
      {signup.blockedFor && <Pill tone="gray">{suppressionReasonLabels[signup.blockedFor]}</Pill>}
      {signup.duplicateOf !== null && <Pill tone="gray">Doublon</Pill>}
      {signup.disposableEmail && <Pill tone="gray">Adresse jetable</Pill>}
    </span>
  );
}

const tones = { pending: "yellow", approved: "green", rejected: "red" } as const;
const isKnown = (status: string): status is keyof typeof tones => status in tones;

/** Shows the status as text: the colour carries no further information. */
function StatusBadge({ status }: { status: string | null }) {
  const named = status ?? "pending";
  return <Pill tone={isKnown(named) ? tones[named] : "gray"}>{formatStatus(status)}</Pill>;
}

/** Only http and https are ever linked, even if the database holds other schemes. */
export function WebsiteLink({ website }: { website: string | null }) {
  if (!website) return <>—</>;
  const text = formatWebsite(website);
  if (!/^https?:\/\//i.test(website)) return <>{text}</>;
  return (
    <Anchor href={website} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
      {text}
      <span className="visually-hidden"> (nouvel onglet)</span>
    </Anchor>
  );
}

type Props = {
  audience: Audience;
  /** The sign-up to delete; null while the dialog is closed. */
  signup: SignupSummary | null;
  onCancel: () => void;
  onDeleted: () => void;
};

export function DeleteDialog({ audience, signup, onCancel, onDeleted }: Props) {
  const remove = useDeleteSignup(audience);
  const cancel = () => {
    remove.reset();
    onCancel();
  };
  const confirm = () => {
    if (signup === null) return;
    remove.mutate(signup.id, {
      onSuccess: () => {
        notifications.show({ message: `L’inscription de ${spokenName(audience, signup)} est supprimée.` });
        onDeleted();
      },
    });
  };
  return (
    <ConfirmDialog
      title="Supprimer cette inscription ?"
      open={signup !== null}
      onClose={cancel}
      confirm="Supprimer"
      danger
      pending={remove.isPending}
      onConfirm={confirm}
    >
      <Stack>
        <Text>
          L’inscription de {signup && <bdi className={classes.person}>{spokenName(audience, signup)}</bdi>} et
          ses réponses sont effacées de la base et des statistiques. On ne peut pas revenir en arrière.
        </Text>
        <Text c="dimmed" size="sm">
          {erasureLeaves}
        </Text>
        <ErrorAlert error={remove.error} fallback="Erreur lors de la suppression de l'inscription" />
      </Stack>
    </ConfirmDialog>
  );
}
