import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBan, IconDownload, IconHandStop, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { erasureLeaves } from "#contract/erasure-words.ts";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { formatCount } from "#web/lib/format.ts";
import { ConsentList, MessageList, PersonSignup, SuppressionList } from "./person-lists.tsx";
import { useErasePerson, useExportPerson, useLimitPerson, useObjectForPerson } from "./privacy.api.ts";

type PersonPanelProps = { email: string; report: PersonalDataReport };

/** All data of one address, with the actions on it. */
export function PersonPanel({ email, report }: PersonPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers announce the person that was found, and the Tab key continues inside this panel.
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
            {hasObjected(report) && <Badge color="yellow">Opposition</Badge>}
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

function Known({ email, report }: PersonPanelProps) {
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

type PersonActionsProps = { email: string; report: PersonalDataReport };

function PersonActions({ email, report }: PersonActionsProps) {
  const copy = useExportPerson();
  const limit = useLimitPerson(!report.isLimited);
  const objected = hasObjected(report);
  const object = useObjectForPerson(!objected);
  const [erases, setErases] = useState(false);
  const failure = [copy.error, limit.error, object.error].find(
    (error) => error && !isConfirmationDeclined(error),
  );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SavingButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={copy.isPending}
          onClick={() => copy.mutate(email)}
        >
          Exporter
        </SavingButton>
        <SavingButton
          variant="default"
          leftSection={
            report.isLimited ? (
              <IconPlayerPlay size={16} aria-hidden />
            ) : (
              <IconHandStop size={16} aria-hidden />
            )
          }
          loading={limit.isPending}
          onClick={() =>
            limit.mutate(email, {
              onSuccess: () => notifications.show({ message: limitedTexts(!report.isLimited) }),
            })
          }
        >
          {report.isLimited ? "Lever la limitation" : "Limiter"}
        </SavingButton>
        {(objected || report.signups.length > 0) && (
          <SavingButton
            variant="default"
            leftSection={<IconBan size={16} aria-hidden />}
            loading={object.isPending}
            onClick={() =>
              object.mutate(email, {
                onSuccess: () => notifications.show({ message: objectionTexts(!objected) }),
              })
            }
          >
            {objected ? "Lever l’opposition" : "Appliquer l’opposition"}
          </SavingButton>
        )}
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setErases(true)}
        >
          Effacer
        </Button>
      </Group>
      <ErrorAlert error={failure} />
      {erases && <EraseDialog email={email} onClose={() => setErases(false)} />}
    </Stack>
  );
}

function limitedTexts(limited: boolean): string {
  return limited
    ? "Traitement limité : les données restent, sans décision, e-mail ni statistique."
    : "La limitation est levée.";
}

const hasObjected = ({ signups }: PersonalDataReport) =>
  signups.some(({ objectedAt }) => objectedAt !== null);

function objectionTexts(objects: boolean): string {
  return objects
    ? "Opposition appliquée : plus d’actualités ni de statistiques. L’inscription d’une marque est limitée."
    : "L’opposition est levée : les réponses comptent de nouveau. Les actualités demandent un nouvel accord.";
}

function EraseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const erase = useErasePerson((signups) =>
    notifications.show({
      message: `Données effacées\u00a0: ${formatCount(signups, "inscription")}, avec tout ce qui s’y rattache.`,
    }),
  );
  return (
    <ConfirmDialog
      title="Effacer les données de cette personne ?"
      open
      onClose={onClose}
      confirm="Effacer ses données"
      danger
      pending={erase.isPending}
      onConfirm={() => erase.mutate(email)}
    >
      <Stack>
        <Text>
          Inscriptions, réponses, consentements et e-mails en attente de <bdi>{email}</bdi> disparaissent, et
          son nom, son adresse et les textes des messages déjà envoyés. On ne peut pas revenir en arrière.
        </Text>
        <Text c="dimmed" size="sm">
          {erasureLeaves}
        </Text>
        {!isConfirmationDeclined(erase.error) && <ErrorAlert error={erase.error} />}
      </Stack>
    </ConfirmDialog>
  );
}
