import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { PersonActions } from "./person-actions.tsx";
import { ConsentList, MessageList, SuppressionList } from "./person-lists.tsx";
import { PersonSignup } from "./person-signup.tsx";

type Props = { email: string; report: PersonalDataReport };

/** Everything that is known of one address, and what can be done with it. */
export function PersonPanel({ email, report }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was asked for is read out, and the next tab leads into it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="found-person">
      <Stack gap="lg">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="found-person" ref={heading} tabIndex={-1} size="h3">
            <bdi>{email}</bdi>
          </Title>
          <Group gap="xs">
            {report.isLimited && <Badge color="yellow">Traitement limité</Badge>}
            <Badge color={report.receivesNews ? "green" : "gray"} variant="light">
              {report.receivesNews ? "Reçoit les actualités" : "Ne reçoit pas les actualités"}
            </Badge>
          </Group>
        </Group>
        {isKnown(report) ? <Known email={email} report={report} /> : <Unknown />}
      </Stack>
    </Paper>
  );
}

function isKnown({ email, signups, consents, messages, suppressions }: PersonalDataReport): boolean {
  return email !== null || [signups, consents, messages, suppressions].some((list) => list.length > 0);
}

function Unknown() {
  return (
    <EmptyState title="Rien n’est enregistré sous cette adresse.">
      Vérifiez son orthographe, ou essayez une autre adresse de la même personne.
    </EmptyState>
  );
}

function Known({ email, report }: Props) {
  return (
    <>
      <PersonActions email={email} report={report} />
      <section aria-labelledby="person-signups">
        <Title order={3} id="person-signups" size="h4" mb="xs">
          Inscriptions
        </Title>
        {report.signups.length === 0 && <Text c="dimmed">Aucune inscription.</Text>}
        <Stack gap="sm">
          {report.signups.map((signup) => (
            <PersonSignup key={signup.id} email={email} signup={signup} />
          ))}
        </Stack>
      </section>
      <ConsentList consents={report.consents} />
      <SuppressionList suppressions={report.suppressions} />
      <MessageList messages={report.messages} />
    </>
  );
}
