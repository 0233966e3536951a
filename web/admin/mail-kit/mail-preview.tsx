import { Alert, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailForward } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { TestMessage } from "#contract/email.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { api, failureMessage, unwrap } from "#web/lib/api.ts";
import { emailPreviewQuery, type PreviewInput, useInvalidateMailLog } from "./mail-kit.api.ts";
import classes from "./mail-kit.module.css";

/** The message as the recipient will see it, rendered by the server. */
export function MailPreview(input: PreviewInput) {
  const preview = useQuery(emailPreviewQuery(input));
  if (preview.error) {
    return <ErrorAlert error={fieldFailure(preview.error)} onRetry={() => void preview.refetch()} />;
  }
  if (!preview.data) return <LoadingText>Préparation de l’aperçu…</LoadingText>;
  const { subject, html, recipient, unknownVariables, warnings } = preview.data;
  return (
    <Stack gap="sm" aria-busy={preview.isFetching}>
      <div>
        <Text size="sm" c="dimmed">
          Pour {recipient}
        </Text>
        <Text fw={600}>{subject || "(sans objet)"}</Text>
      </div>
      {unknownVariables.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          Variables inconnues, laissées vides : {unknownVariables.map((name) => `{{${name}}}`).join(", ")}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light" role="status" title="À vérifier">
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      <MailFrame html={html} title={`Aperçu : ${subject || "sans objet"}`} />
    </Stack>
  );
}

/** A rendered mail in a sandboxed frame, which blocks scripts, links and forms. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return <iframe className={classes.frame} sandbox="" srcDoc={html} title={title} />;
}

/** Sends the current draft to the signed-in admin. */
export function TestSendButton(draft: TestMessage) {
  const onSettled = useInvalidateMailLog();
  const send = useMutation({
    mutationFn: (json: TestMessage) => unwrap(api.api.admin.email["test-message"].$post({ json })),
    onSuccess: ({ ok, message }) => notify(ok, message),
    onError: (error) => notify(false, failureMessage(fieldFailure(error), "Le test n’a pas pu être envoyé.")),
    onSettled,
  });
  return (
    <SavingButton
      variant="default"
      leftSection={<IconMailForward size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate(draft)}
    >
      {send.isPending ? "Envoi du test…" : "M’envoyer un test"}
    </SavingButton>
  );
}

function notify(ok: boolean, message: string): void {
  notifications.show({ message, ...(ok ? { color: "green" } : failureNotice) });
}
