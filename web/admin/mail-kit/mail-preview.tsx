import { Alert, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { ApiFailure, ShownError } from "#web/lib/api.ts";
import { MailFrame } from "./mail-frame.tsx";
import { emailPreviewQuery, type PreviewInput } from "./mail-preview.api.ts";

/** What the recipient will see, as the server makes it. */
export function MailPreview(input: PreviewInput) {
  const preview = useQuery(emailPreviewQuery(input));
  if (preview.error) {
    return <ErrorAlert error={fieldProblem(preview.error)} onRetry={() => void preview.refetch()} />;
  }
  if (!preview.data) return <LoadingText>Préparation de l’aperçu…</LoadingText>;
  const { subject, html, recipient, unknownVariables } = preview.data;
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
      <MailFrame html={html} title={`Aperçu : ${subject || "sans objet"}`} />
    </Stack>
  );
}

/** The field's own sentence says more than the general one. */
function fieldProblem(error: Error): Error {
  const [message] = error instanceof ApiFailure ? Object.values(error.fields) : [];
  return message ? new ShownError(message) : error;
}
