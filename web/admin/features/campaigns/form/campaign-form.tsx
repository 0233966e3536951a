import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEye, IconListCheck, IconPencil, IconSend } from "@tabler/icons-react";
import { flushSync } from "react-dom";
import type { CampaignDetail } from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { segmentNameOf, startFailed } from "#web/admin/features/campaigns/campaign-texts.ts";
import { duplicateOf } from "#web/admin/features/campaigns/campaigns.api.ts";
import { MailContentField } from "#web/admin/mail-kit/editor/content-field.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { MailPreview, TestSendButton } from "#web/admin/mail-kit/mail-preview.tsx";
import { StartFromTemplate } from "#web/admin/mail-kit/start-from-template.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { formatCount } from "#web/lib/format.ts";
import { CheckList, ConfirmSend, checksFailed } from "./confirm-send.tsx";
import { DraftState, editedDraft } from "./draft-saving.tsx";
import classes from "./form.module.css";
import { RecipientsPanel, ScheduleFields, SendingHelp } from "./recipients-panel.tsx";
import { useCampaignForm } from "./use-campaign-form.ts";

type Props = {
  /** Null for a new message. */
  draft: CampaignDetail | null;
  /** The segment that a new message is for; null for all. */
  segment: string | null;
  /** True while a campaign is being sent: another campaign waits until it has ended. */
  running: boolean;
  onMade: (id: string) => void;
  onGone: () => void;
  onDeleted: () => void;
  onStarted: (id: string) => void;
  onAlreadyStarted: (id: string) => void;
};

export function CampaignForm({ draft, segment, running, onDeleted, ...callbacks }: Props) {
  const [previewing, preview] = useDisclosure(false);
  const {
    form,
    start,
    checks,
    saving,
    submit,
    send,
    count,
    counted,
    recipients,
    segments,
    confirming,
    simulated,
    abandon,
    forget,
    replaceText,
    draftTooLarge,
  } = useCampaignForm(
    { draft, segment },
    {
      ...callbacks,
      onRefused: (errors) => {
        flushSync(preview.close); // the preview hides the editor, and a hidden element cannot take the focus
        focusFirstError(errors);
      },
    },
  );
  const { kind, subject, content, later } = form.values;
  const sending = start.isPending || running;
  return (
    <div className={classes.layout}>
      <div className={classes.recipients}>
        <RecipientsPanel form={form} recipients={recipients} segments={segments} counted={counted} />
      </div>
      <Paper
        component="form"
        withBorder
        className={`${mailClasses.panel} ${classes.message}`}
        aria-label="E-mail à envoyer"
        noValidate
        onSubmit={submit}
      >
        <Stack>
          <Group justify="space-between" gap="xs">
            <StartFromTemplate written={subject !== "" || content !== ""} onPick={replaceText} />
            <DraftState saving={saving} onForget={forget} onDeleted={onDeleted} />
          </Group>
          <RequiredNote />
          <TextInput label="Objet" withAsterisk aria-required {...form.getInputProps("subject")} />
          {/* Hidden, not unmounted: the editor keeps its undo history. */}
          <div hidden={previewing}>
            <MailContentField
              value={content}
              onChange={(html) => {
                form.setFieldValue("content", html);
                form.clearFieldError("content");
              }}
              error={form.errors.content}
            />
          </div>
          {previewing && <MailPreview subject={subject} content={content} purpose={kind} />}
          {draftTooLarge && (
            <Text size="sm" c="dimmed">
              Ce message est trop volumineux pour être gardé comme brouillon : ne quittez pas la page avant de
              l’avoir envoyé.
            </Text>
          )}
          <ScheduleFields form={form} />
          {count === 0 && (
            <Alert role="alert" color="red" variant="light">
              {emailMessages.noRecipients}
            </Alert>
          )}
          {start.error && !duplicateOf(start.error) && (
            <ErrorAlert error={start.error} fallback={startFailed} onClose={start.reset} />
          )}
          {checks.data && !confirming && <CheckList checks={checks.data} />}
          {checks.error && !confirming && <ErrorAlert error={checks.error} fallback={checksFailed} />}
          <Group justify="flex-end" className={classes.buttons ?? ""}>
            <Button
              variant="default"
              leftSection={
                previewing ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
              }
              onClick={preview.toggle}
            >
              {previewing ? "Modifier l'email" : "Aperçu de l'email"}
            </Button>
            <TestSendButton subject={subject} content={content} purpose={kind} />
            <SavingButton
              variant="default"
              mr="auto"
              leftSection={<IconListCheck size={16} aria-hidden />}
              loading={checks.isPending && !confirming}
              onClick={() => checks.mutate(saving.settle)}
            >
              Vérifier
            </SavingButton>
            <Button
              type="submit"
              leftSection={<IconSend size={16} aria-hidden />}
              disabled={sending || count === 0}
            >
              {sending ? "Envoi en cours..." : sendLabel(count, later)}
            </Button>
          </Group>
        </Stack>
      </Paper>
      <div className={classes.help}>
        <SendingHelp />
      </div>
      <ConfirmSend
        open={confirming}
        values={form.values}
        segmentName={segmentNameOf(form.values, segments.data)}
        count={count}
        checks={checks}
        simulated={simulated}
        onCancel={abandon}
        onConfirm={send}
      />
      <StaleDialog
        edit={saving.edit}
        thing={subject === "" ? "Brouillon" : `Brouillon « ${subject} »`}
        fields={editedDraft(segments.data)}
      />
    </div>
  );
}

function sendLabel(count: number | undefined, later: boolean): string {
  if (later) return "Programmer l’envoi";
  return count === undefined ? "Envoyer" : `Envoyer à ${formatCount(count, "destinataire")}`;
}
