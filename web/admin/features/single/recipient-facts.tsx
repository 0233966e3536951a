import { Alert, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecipientFacts as Facts } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { EmailStatusBadge, MessageDialog } from "#web/admin/mail-kit/message/message-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { recipientFactsQuery } from "./single.api.ts";
import classes from "./single.module.css";

/** Earlier messages to this person, and a warning where mail is blocked. */
export function RecipientFacts({ address }: { address: string }) {
  const [typed] = useDebouncedValue(address.trim(), 400);
  const known = isEmailAddress(typed) ? typed : "";
  const facts = useQuery(recipientFactsQuery(known));
  return (
    <div aria-live="polite">
      <ErrorAlert error={facts.error} onRetry={() => void facts.refetch()} />
      {known !== "" && facts.data && (
        <>
          {facts.data.sample && (
            <Alert
              color="red"
              variant="light"
              mb="sm"
              icon={<IconAlertTriangle aria-hidden />}
              title="Inscription d’exemple"
            >
              {emailMessages.sampleRecipient}
            </Alert>
          )}
          <Blocked suppressions={facts.data.suppressions} />
          <Received messages={facts.data.messages} />
        </>
      )}
    </div>
  );
}

function Blocked({ suppressions }: Pick<Facts, "suppressions">) {
  if (suppressions.length === 0) return null;
  const reasons = suppressions.map(({ reason }) => suppressionReasonLabels[reason].toLowerCase()).join(", ");
  const fromAll = suppressions.some(({ scope }) => scope === "all");
  return (
    <Alert
      color={fromAll ? "red" : "yellow"}
      variant="light"
      mb="sm"
      icon={<IconAlertTriangle aria-hidden />}
      title="Adresse bloquée"
    >
      {fromAll
        ? `Motif : ${reasons}. L’e-mail ne partira pas tant que l’adresse figure parmi les « Adresses bloquées ».`
        : `Motif : ${reasons}. Cette personne ne reçoit plus d’actualités : n’écrivez que pour ce qu’elle doit savoir.`}
    </Alert>
  );
}

function Received({ messages }: Pick<Facts, "messages">) {
  const [opened, open] = useState<string | null>(null);
  return (
    <section className={classes.received} aria-labelledby="received-title">
      <Title order={2} size="h5" id="received-title">
        Déjà reçu
      </Title>
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          Aucun e-mail à cette adresse dans l’historique.
        </Text>
      ) : (
        <ul className={classes.messages}>
          {messages.map(({ id, subject, status, sentAt, createdAt }) => (
            <li key={id}>
              <button type="button" className={classes.message} onClick={() => open(id)}>
                {subject || "Sans objet"}
              </button>
              <EmailStatusBadge status={status} />
              <span className={mailClasses.soft}>{formatDateTime(sentAt ?? createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <MessageDialog id={opened} onClose={() => open(null)} />
    </section>
  );
}
