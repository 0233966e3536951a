import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { messages } from "#contract/errors.ts";

type Props = {
  /** What was thrown; null draws nothing. */
  error: unknown;
  /** Stands before the message, like 'Erreur:'. */
  prefix?: string;
  /** Shown when what was thrown says nothing that may be read. */
  fallback?: string;
  onRetry?: () => void;
  onClose?: () => void;
};

/** The one way in which a screen says that something failed. */
export function ErrorAlert({ error, prefix, fallback = messages.internal, onRetry, onClose }: Props) {
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
      {errorMessage(error, fallback)}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </Alert>
  );
}

/** The message of what was thrown, or `fallback`. */
export function errorMessage(error: unknown, fallback: string = messages.internal): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
