import { Alert, Box, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck, IconClock, IconEye, IconSend } from "@tabler/icons-react";
import { isEmailAddress } from "#contract/email-address.ts";
import { textAsHtml } from "#contract/text-as-html.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { MailPreview, TestSendButton } from "#web/admin/mail-kit/mail-preview.tsx";
import { RecipientCombobox } from "#web/admin/mail-kit/recipient-combobox.tsx";
import { StartFromTemplate } from "#web/admin/mail-kit/start-from-template.tsx";
import { SubjectField } from "#web/admin/mail-kit/subject-field.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { ShownError } from "#web/lib/api.ts";
import { formatName } from "#web/lib/format.ts";
import { type SingleValues, singleTexts, useSingleForm } from "./single.api.ts";
import { ProviderHelp, RecipientFacts, SingleContent } from "./single-content.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => {
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
};

export default function SingleScreen() {
  return (
    <>
      <ScreenHeader title="Envoyer un Email Individuel">
        Un message à une seule personne, envoyé tout de suite.
      </ScreenHeader>
      <MailBanners />
      <UnreadableSettings />
      <div className={mailClasses.split}>
        <SingleForm />
        <ProviderHelp />
      </div>
    </>
  );
}

/** Reports that the settings cannot be read, which decide whether mail is really sent or simulated. */
function UnreadableSettings() {
  const settings = useEagerQuery(emailSettingsQuery);
  if (!settings.isError) return null;
  return (
    <Box mb="md">
      <ErrorAlert
        error={new ShownError(singleTexts.settingsUnreadable)}
        onRetry={() => void settings.refetch()}
      />
    </Box>
  );
}

export function SingleForm() {
  const { form, send, submit } = useSingleForm();
  const [previewOpen, preview] = useDisclosure(false);
  const { subject, content, recipientEmail } = form.values;
  return (
    <Paper
      component="form"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-label="E-mail individuel"
      noValidate
      onSubmit={submit}
    >
      <Stack>
        <RequiredNote />
        <RecipientCombobox
          label="E-mail du destinataire"
          description="Une adresse, ou le nom d’un inscrit"
          withAsterisk
          aria-required
          onChoose={(person) => form.setFieldValue("recipientName", formatName(person))}
          {...form.getInputProps("recipientEmail")}
        />
        <TextInput
          label="Nom du destinataire"
          description="Facultatif"
          autoComplete="off"
          {...form.getInputProps("recipientName")}
        />
        <RecipientFacts address={recipientEmail} />
        <div>
          <StartFromTemplate
            written={subject !== "" || content !== ""}
            onPick={(template) => form.setValues({ ...template, format: "html" })}
          />
        </div>
        <SubjectField label="Sujet" {...form.getInputProps("subject")} />
        <SingleContent form={form} />
        <SendReport send={send} />
        <Group justify="flex-end">
          <Group mr="auto" gap="sm">
            <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={preview.open}>
              Aperçu
            </Button>
            <TestSendButton subject={subject} content={htmlOf(form.values)} purpose="service" />
          </Group>
          <SavingButton
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={send.isPending}
          >
            {send.isPending ? "Envoi en cours..." : "Envoyer l’e-mail"}
          </SavingButton>
        </Group>
      </Stack>
      {previewOpen && <SinglePreview values={form.values} onClose={preview.close} />}
    </Paper>
  );
}

/** The content as HTML, from either format. */
const htmlOf = ({ content, format }: Pick<SingleValues, "content" | "format">) =>
  format === "text" ? textAsHtml(content) : content;

/** Fills in the variables for the recipient, or for a sample person while there is none. */
function SinglePreview({ values, onClose }: { values: SingleValues; onClose: () => void }) {
  const recipientEmail = values.recipientEmail.trim();
  return (
    <AdminDialog title="Aperçu de l’e-mail" open onClose={onClose} size="xl">
      <Text mb="md">L’e-mail tel que son destinataire le recevra.</Text>
      <MailPreview
        subject={values.subject}
        content={htmlOf(values)}
        {...(isEmailAddress(recipientEmail) && { recipientEmail, recipientName: values.recipientName })}
      />
    </AdminDialog>
  );
}

const reportColors = { sent: "green", simulated: "blue", pending: "yellow" } as const;

/** The outcome of the message: sent, simulated, deferred, or failed. */
function SendReport({ send }: { send: ReturnType<typeof useSingleForm>["send"] }) {
  if (send.error) {
    return <ErrorAlert error={send.error} fallback={singleTexts.sendFailed} onClose={send.reset} />;
  }
  if (!send.data) return null;
  const { outcome, message } = send.data;
  const ReportIcon = outcome === "pending" ? IconClock : IconCheck;
  return (
    <Alert
      role="status"
      color={reportColors[outcome]}
      variant="light"
      icon={<ReportIcon aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={send.reset}
    >
      {message}
    </Alert>
  );
}
