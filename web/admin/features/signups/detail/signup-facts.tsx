import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupAnswer, SignupDetail } from "#contract/signup.schema.ts";
import { audienceTexts } from "#web/admin/features/signups/audience-texts.ts";
import { SignupBadges, WebsiteLink } from "#web/admin/features/signups/signup-badges.tsx";
import { formatDateTime, formatEmail } from "#web/lib/format.ts";
import classes from "./detail.module.css";

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
      <Fact label="Statut">
        <SignupBadges signup={signup} />
      </Fact>
      {signup.limitedAt !== null && (
        <Fact label="Limitée">
          Depuis le {formatDateTime(signup.limitedAt)}, à la demande de la personne : ni décision, ni e-mail.
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

/** Answers next to their questions, also to a question that was deleted since. */
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
