import {
  Alert,
  Box,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconCheck, IconClock, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-settings.api.ts";
import { SimulationBanner } from "#web/admin/mail-kit/simulation-banner.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { singleTexts } from "./single-texts.ts";
import { useSingleForm } from "./use-single-form.ts";

const formats = [
  { value: "text", label: "Texte simple" },
  { value: "html", label: "HTML" },
];

export default function SingleScreen() {
  return (
    <>
      <ScreenHeader title="Envoyer un Email Individuel">
        Un message à une seule personne, envoyé tout de suite.
      </ScreenHeader>
      <SimulationBanner />
      <UnreadableSettings />
      <div className={mailClasses.split}>
        <SingleForm />
        <ProviderHelp />
      </div>
    </>
  );
}

/** Without them nobody can say whether a message would really leave. */
function UnreadableSettings() {
  const settings = useQuery(emailSettingsQuery);
  if (!settings.isError) return null;
  return (
    <Box mb="md">
      <ErrorAlert error={new Error(singleTexts.settingsUnreadable)} onRetry={() => void settings.refetch()} />
    </Box>
  );
}

function SingleForm() {
  const { form, send, submit } = useSingleForm();
  return (
    <Paper
      component="form"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-label="Email individuel"
      noValidate
      onSubmit={submit}
    >
      <Stack>
        <TextInput
          label="Email du destinataire"
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps("recipientEmail")}
        />
        <TextInput
          label="Nom du destinataire"
          description="Facultatif"
          autoComplete="off"
          {...form.getInputProps("recipientName")}
        />
        <TextInput label="Sujet" withAsterisk {...form.getInputProps("subject")} />
        <Group gap="sm">
          <Text size="sm" fw={500} id="single-format">
            Format
          </Text>
          <SegmentedControl
            aria-labelledby="single-format"
            data={formats}
            {...form.getInputProps("format")}
          />
        </Group>
        <Textarea
          label="Contenu"
          withAsterisk
          rows={12}
          description={
            form.values.format === "html"
              ? "Le code HTML de l’email ; ce qu’un email ne peut pas contenir en est retiré."
              : "Envoyé tel quel : rien n’y est pris pour du HTML."
          }
          {...(form.values.format === "html" && { className: mailClasses.code ?? "", spellCheck: false })}
          {...form.getInputProps("content")}
        />
        <SendReport send={send} />
        <Group justify="flex-end">
          <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} disabled={send.isPending}>
            {send.isPending ? "Envoi en cours..." : "Envoyer l'email"}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

const reportColors = { sent: "green", simulated: "blue", pending: "yellow" } as const;

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

function ProviderHelp() {
  return (
    <HelpBox title="Configurer un fournisseur d’emails">
      <p>
        Pour qu’un email individuel arrive à coup sûr, passez par un fournisseur d’emails transactionnels :
      </p>
      <ul>
        <li>un compte SMTP chez votre hébergeur ou un service comme Brevo ou Mailjet ;</li>
        <li>ou SendGrid, avec une clé d’API limitée à l’envoi.</li>
      </ul>
      <p>
        Renseignez-le dans l’écran « Emails », testez la connexion, puis coupez le mode simulation. Chaque
        email envoyé se retrouve dans l’historique.
      </p>
    </HelpBox>
  );
}
