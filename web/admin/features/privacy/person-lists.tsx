import { Badge, Button, Card, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { emailStatusLabels } from "#contract/email.ts";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { consentButtons, suppressionReasonLabels } from "#contract/privacy.ts";
import { sourceText } from "#contract/sources.ts";
import { RectifyDialog } from "#web/admin/ui/rectify-dialog.tsx";
import { formatDateTime, formatName, formatStatus, formatWebsite } from "#web/lib/format.ts";
import { useRectifyPerson } from "./privacy.api.ts";
import classes from "./privacy.module.css";

export function ConsentList({ consents }: Pick<PersonalDataReport, "consents">) {
  return (
    <Part title="Consentements" empty="Aucun consentement." count={consents.length}>
      {consents.map((consent) => (
        <li key={`${consent.givenAt}${consent.withdrawnAt}`}>
          <span>« {consent.text} »</span>
          <span className={classes.soft}>{stateOf(consent)}</span>
        </li>
      ))}
    </Part>
  );
}

function stateOf(consent: PersonalDataReport["consents"][number]): string {
  const { givenAt, confirmedAt, confirmation, withdrawnAt, place } = consent;
  const given = `donné le ${formatDateTime(givenAt)}${place ? ` (${place}), repris d’une liste importée` : ""}`;
  const button = confirmation === null ? "" : ` par « ${consentButtons[confirmation]} »`;
  if (withdrawnAt !== null) {
    const isDeclined = confirmation === "address_only";
    return `${given}, ${isDeclined ? "décliné" : "retiré"} le ${formatDateTime(withdrawnAt)}${isDeclined ? button : ""}`;
  }
  if (place) return given;
  return confirmedAt === null
    ? `${given}, pas encore confirmé`
    : `${given}, confirmé le ${formatDateTime(confirmedAt)}${button}`;
}

export function SuppressionList({ suppressions }: Pick<PersonalDataReport, "suppressions">) {
  if (suppressions.length === 0) return null;
  return (
    <Part title="Adresse bloquée" empty="" count={suppressions.length}>
      {suppressions.map(({ reason, scope, at }) => (
        <li key={reason}>
          <span>
            {suppressionReasonLabels[reason]} ({scope === "all" ? "plus aucun e-mail" : "plus d’actualités"})
          </span>
          <span className={classes.soft}>{formatDateTime(at)}</span>
        </li>
      ))}
    </Part>
  );
}

export function MessageList({ messages }: Pick<PersonalDataReport, "messages">) {
  return (
    <Part title="Messages" empty="Aucun message." count={messages.length}>
      {messages.map(({ id, subject, status, sentAt, createdAt }) => (
        <li key={id}>
          <span>{subject || "Sans sujet"}</span>
          <span className={classes.soft}>
            {emailStatusLabels[status]}, {formatDateTime(sentAt ?? createdAt)}
          </span>
        </li>
      ))}
    </Part>
  );
}

type PartProps = { title: string; empty: string; count: number; children: ReactNode };

function Part({ title, empty, count, children }: PartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId} size="h4" mb="xs">
        {title}
      </Title>
      {count === 0 ? <Text c="dimmed">{empty}</Text> : <ul className={classes.list}>{children}</ul>}
    </section>
  );
}

type Signup = PersonalDataReport["signups"][number];
type PersonSignupProps = { email: string; signup: Signup };

export function PersonSignup({ email, signup }: PersonSignupProps) {
  const save = useRectifyPerson(email, signup);
  const [rectifies, setRectifies] = useState(false);
  const { audience, website, status, createdAt, confirmedAt, source, answers } = signup;
  return (
    <Card withBorder>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Text fw={600}>
            <bdi>{formatName(signup)}</bdi>
          </Text>
          <Badge variant="light" color="gray">
            {audience === "brand" ? "Marque" : "Utilisateur"}
          </Badge>
          <Badge variant="light">{formatStatus(status)}</Badge>
        </Group>
        <Button variant="default" size="xs" onClick={() => setRectifies(true)}>
          Rectifier
        </Button>
      </Group>
      <dl className={classes.facts}>
        <Fact label="Inscription">{formatDateTime(createdAt)}</Fact>
        <Fact label="Adresse">
          {confirmedAt ? `confirmée le ${formatDateTime(confirmedAt)}` : "non confirmée"}
        </Fact>
        {source && (
          <Fact label="Source">
            <bdi>{sourceText(source)}</bdi>
          </Fact>
        )}
        {website && <Fact label="Site web">{formatWebsite(website)}</Fact>}
        {answers.map(({ question, answer }) => (
          <Fact key={`${question} ${answer}`} label={question ?? "Question supprimée"}>
            <bdi>{answer}</bdi>
          </Fact>
        ))}
      </dl>
      {rectifies && (
        <RectifyDialog audience={audience} signup={signup} save={save} onClose={() => setRectifies(false)} />
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
