import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { notifications, notificationsStore } from "@mantine/notifications";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkAction, DecidedSignup } from "#contract/decisions.schema.ts";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { emailSettingsQuery, emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { bulkRecipientsQuery, useWithdrawMessage } from "./signups.api.ts";
import { addressesText, nameOf, recipientsText, shortSubject, simulationText } from "./signups-texts.ts";
import { notifyFailure, remainingMs, undoDeadline } from "./use-decision.tsx";

const eventOf = { approve: "approved", reject: "rejected" } as const;

function findTemplate(templates: readonly EmailTemplate[], status: string): EmailTemplate | null {
  return templates.find(({ event, isActive }) => event === status && isActive) ?? null;
}

type NoticeProps = {
  audience: Audience;
  action: BulkAction;
  silent: boolean;
  onSilent: (silent: boolean) => void;
};

/** Shows before a bulk decision how many people receive which message, and lets the admin send none. */
export function BulkMailNotice({ audience, action, silent, onSilent }: NoticeProps) {
  const [isShown, setIsShown] = useState(false);
  const recipients = useQuery(bulkRecipientsQuery(audience, action));
  const templates = useQuery(emailTemplatesQuery);
  const settings = useQuery(emailSettingsQuery);
  if (action.action === "delete" || templates.isPending) return null;
  const template = templates.data && findTemplate(templates.data.items, eventOf[action.action]);
  if (template === null)
    return <Text size="sm">Aucun e-mail ne partira : le modèle de cette décision est désactivé.</Text>;
  if (recipients.data?.recipients === 0) return <Text size="sm">Aucun e-mail ne partira.</Text>;
  return (
    <Stack gap="xs">
      {template && recipients.data && (
        <>
          <Group gap="xs">
            <Text td={silent ? "line-through" : undefined}>
              {recipientsText(recipients.data, template.subject)}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={() => setIsShown(true)}>
              Voir
            </Button>
          </Group>
          <Text size="sm">{addressesText(recipients.data)}</Text>
        </>
      )}
      {templates.isLoadingError && (
        <ErrorAlert
          error={templates.error}
          sentence="L’e-mail de cette décision n’a pas pu être chargé"
          onRetry={() => void templates.refetch()}
        />
      )}
      {recipients.isLoadingError && (
        <ErrorAlert
          error={recipients.error}
          sentence="Les destinataires de l’e-mail n’ont pas pu être comptés"
          onRetry={() => void recipients.refetch()}
        />
      )}
      {settings.data?.simulationMode && <Text size="sm">{simulationText}</Text>}
      <Checkbox
        label="Sans e-mail"
        checked={silent}
        onChange={({ currentTarget }) => onSilent(currentTarget.checked)}
      />
      {template && isShown && <PreviewDialog template={template} onClose={() => setIsShown(false)} />}
    </Stack>
  );
}

type Preview = { template: EmailTemplate; recipientEmail?: string };

function PreviewDialog({ template, onClose, ...to }: Preview & { onClose: () => void }) {
  const { subject, content } = template;
  return (
    <AdminDialog title="E-mail de la décision" size="xl" open onClose={onClose}>
      <MailPreview subject={subject} content={content} {...to} />
    </AdminDialog>
  );
}

/** The tabs in which the mail of a decision was announced. Each tab has its own query client. */
const announced = new WeakSet<QueryClient>();

const noticeOf = (id: string) => `decision-mail-${id}`;

/** The mail of single decisions: announced at a tab's first decision, then shown as a countdown beside each decision. */
export function useDecisionMail(audience: Audience) {
  const client = useQueryClient();
  const withdraw = useWithdrawMessage(audience);
  const [waiting, setWaiting] = useState<string | null>(null);
  /** The times at which messages leave, by sign-up. A withdrawn message or an undone decision has none. */
  const ends = useRef(new Map<string, number>());
  const [preview, setPreview] = useState<Preview | null>(null);

  const forget = (id: string) => {
    ends.current.delete(id);
    setWaiting((now) => (now === id ? null : now));
  };
  const withdrawFrom = (id: string) =>
    withdraw.mutateAsync(id).then(
      () => {
        forget(id);
        notifications.update({ id: noticeOf(id), message: "Cet e-mail ne partira pas.", autoClose: 4_000 });
      },
      (error: unknown) => notifyFailure("L’e-mail n’a pas pu être retenu", error),
    );
  return {
    /** The id of the last decided sign-up whose message has not left yet. */
    waiting,
    preview: preview && <PreviewDialog {...preview} onClose={() => setPreview(null)} />,
    async announce(decided: DecidedSignup) {
      const { id, status, email, duplicateOf, sample } = decided;
      const undoUntil = undoDeadline(decided.undoMs);
      if (undoUntil === null || duplicateOf !== null || sample) return;
      ends.current.set(id, undoUntil);
      const templates = await client.ensureQueryData(emailTemplatesQuery).catch(() => null);
      const template = findTemplate(templates?.items ?? [], status);
      if (!template || !ends.current.has(id)) return;
      setWaiting(id);
      if (announced.has(client)) return;
      const settings = await client.ensureQueryData(emailSettingsQuery).catch(() => null);
      const end = ends.current.get(id);
      if (end === undefined || announced.has(client)) return;
      announced.add(client);
      notifications.show({
        id: noticeOf(id),
        autoClose: remainingMs(end),
        message: (
          <>
            <Text size="sm">
              <bdi>{nameOf[audience](decided)}</bdi> recevra {shortSubject(template.subject)} dans 30 s
            </Text>
            {settings?.simulationMode && <Text size="sm">{simulationText}</Text>}
            <Group gap="xs" mt="xs">
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setPreview({ template, recipientEmail: email })}
              >
                Voir
              </Button>
              <Button variant="default" size="compact-sm" onClick={() => void withdrawFrom(id)}>
                Sans e-mail
              </Button>
            </Group>
          </>
        ),
      });
    },
    /** Keeps the notice until the message leaves, at the end of the extended time. */
    extend({ id, undoMs }: DecidedSignup) {
      const end = undoDeadline(undoMs);
      if (end === null || !ends.current.has(id)) return;
      ends.current.set(id, end);
      notifications.updateState(notificationsStore, (shown) =>
        shown.map((notice) =>
          notice.id === noticeOf(id) ? { ...notice, autoClose: remainingMs(end) } : notice,
        ),
      );
    },
    /** Removes the notice of a message that is not sent, because its decision is undone or its sign-up deleted. */
    drop(id: string) {
      forget(id);
      notifications.hide(noticeOf(id));
    },
  };
}
