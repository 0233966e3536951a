import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEye, IconPencil, IconSend } from "@tabler/icons-react";
import { flushSync } from "react-dom";
import { emailMessages } from "#contract/email.ts";
import { MailEditor } from "#web/admin/mail-kit/editor/mail-editor.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { startFailed } from "#web/admin/screens/campaigns/campaign-texts.ts";
import { duplicateOf } from "#web/admin/screens/campaigns/campaigns.api.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { formatCount } from "#web/lib/format.ts";
import { ConfirmSend } from "./confirm-send.tsx";
import classes from "./form.module.css";
import { RecipientsPanel } from "./recipients-panel.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";
import { SendingHelp } from "./sending-help.tsx";
import { useCampaignForm } from "./use-campaign-form.ts";

type Props = {
  /** A campaign is being sent: another one waits for its end. */
  running: boolean;
  onStarted: (id: string) => void;
};

export function CampaignForm({ running, onStarted }: Props) {
  const [previewing, preview] = useDisclosure(false);
  const {
    form,
    start,
    submit,
    send,
    count,
    counted,
    recipients,
    confirming,
    abandon,
    editorKey,
    draftTooLarge,
  } = useCampaignForm({
    onStarted: (id) => {
      preview.close();
      onStarted(id);
    },
    onRefused: (errors) => {
      flushSync(preview.close); // the editor is hidden during a preview, and what is hidden takes no focus
      focusFirstError(errors);
    },
  });
  const { kind, subject, content, later } = form.values;
  const sending = start.isPending || running;
  const contentError = form.errors.content;
  return (
    <div className={classes.layout}>
      <div className={classes.recipients}>
        <RecipientsPanel form={form} recipients={recipients} counted={counted} />
      </div>
      <Paper
        component="form"
        withBorder
        className={`${mailClasses.panel} ${classes.message}`}
        aria-label="Email à envoyer"
        noValidate
        onSubmit={submit}
      >
        <Stack>
          <TextInput label="Objet" withAsterisk {...form.getInputProps("subject")} />
          {/* Hidden rather than taken away: what can be undone stays undoable. */}
          <div hidden={previewing}>
            <MailEditor
              key={editorKey}
              initialContent={content}
              onChange={(html) => {
                form.setFieldValue("content", html);
                form.clearFieldError("content");
              }}
              error={typeof contentError === "string" ? contentError : undefined}
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
          {start.error && (
            <ErrorAlert
              error={start.error}
              fallback={startFailed}
              onClose={start.reset}
              {...(duplicateOf(start.error) && { prefix: "Voir sa progression ci-dessus." })}
            />
          )}
          <Group justify="flex-end">
            <Button
              variant="default"
              mr="auto"
              leftSection={
                previewing ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
              }
              onClick={preview.toggle}
            >
              {previewing ? "Modifier l'email" : "Aperçu de l'email"}
            </Button>
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
      <ConfirmSend open={confirming} values={form.values} count={count} onCancel={abandon} onConfirm={send} />
    </div>
  );
}

function sendLabel(count: number | undefined, later: boolean): string {
  if (later) return "Programmer l'envoi";
  return count === undefined ? "Envoyer" : `Envoyer à ${formatCount(count, "destinataire")}`;
}
