import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailForward } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { TestMessage } from "#contract/email.schema.ts";
import { ApiFailure, api, failureMessage, unwrap } from "#web/lib/api.ts";
import { useInvalidateMailLog } from "./mail-log-key.ts";

/** Sends the draft, exactly as it stands, to whoever is signed in. */
export function TestSendButton(draft: TestMessage) {
  const onSettled = useInvalidateMailLog();
  const send = useMutation({
    mutationFn: (json: TestMessage) => unwrap(api.api.admin.email["test-message"].$post({ json })),
    onSuccess: ({ ok, message }) => tell(ok, message),
    onError: (error) => tell(false, refusal(error)),
    onSettled,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMailForward size={16} aria-hidden />}
      disabled={send.isPending}
      onClick={() => send.mutate(draft)}
    >
      {send.isPending ? "Envoi du test…" : "M’envoyer un test"}
    </Button>
  );
}

/** What went wrong stays until it is closed. */
function tell(ok: boolean, message: string): void {
  notifications.show({ message, color: ok ? "green" : "red", autoClose: ok && 6_000 });
}

/** The field's own sentence says more than the general one. */
function refusal(error: Error): string {
  const [message] = error instanceof ApiFailure ? Object.values(error.fields) : [];
  return message ?? failureMessage(error, "Le test n’a pas pu être envoyé.");
}
