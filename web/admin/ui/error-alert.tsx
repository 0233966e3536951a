import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { failureMessage } from "#web/lib/api.ts";

type Props = {
  /** What was thrown; null draws nothing. */
  error: unknown;
  /** Stands before the message, like 'Erreur:'. */
  prefix?: string;
  /** The screen's own sentence, for what our API says nothing of. */
  fallback?: string;
  onRetry?: () => void;
  onClose?: () => void;
};

/** The one way in which a screen says that something failed. */
export function ErrorAlert({ error, prefix, fallback, onRetry, onClose }: Props) {
  if (!error) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Fermer"
      {...(onClose && { onClose })}
    >
      {prefix && `${prefix} `}
      {failureMessage(error, fallback)}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </Alert>
  );
}
