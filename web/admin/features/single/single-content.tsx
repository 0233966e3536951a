import { Alert, Button, Group, SegmentedControl, Text, Textarea, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecipientFacts as Facts } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { textAsHtml } from "#contract/text-as-html.ts";
import { MailContentField } from "#web/admin/mail-kit/editor/content-field.tsx";
import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { EmailStatusBadge, MessageDialog } from "#web/admin/mail-kit/message/message-dialog.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { recipientFactsQuery, type SingleFormHandle } from "./single.api.ts";
import classes from "./single.module.css";

const formats = [
  { value: "html", label: "Mise en forme" },
  { value: "text", label: "Texte simple" },
];

/** The content in the editor, as HTML or as plain text. A change of the format converts the written text. */
export function SingleContent({ form }: { form: SingleFormHandle }) {
  const { content, format } = form.values;
  const [asking, setAsking] = useState(false);
  const toText = () => {
    setAsking(false);
    form.setValues({ format: "text", content: htmlAsText(content) });
  };
  const change = (next: string) => {
    if (next === "html") form.setValues({ format: "html", content: content && textAsHtml(content) });
    else if (isPlain(content)) toText();
    else setAsking(true);
  };
  return (
    <>
      <Group gap="sm">
        <Text size="sm" fw={500} id="single-format">
          Format
        </Text>
        <SegmentedControl aria-labelledby="single-format" data={formats} value={format} onChange={change} />
      </Group>
      {format === "html" ? (
        <MailContentField
          value={content}
          onChange={(html) => form.setFieldValue("content", html)}
          error={form.errors.content}
        />
      ) : (
        <Textarea
          label="Contenu"
          withAsterisk
          aria-required
          rows={12}
          description="Envoyé tel quel : rien n’y est pris pour du HTML."
          {...form.getInputProps("content")}
        />
      )}
      <AdminDialog
        title="Passer en texte simple ?"
        size="md"
        open={asking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="default" onClick={() => setAsking(false)}>
              Garder la mise en forme
            </Button>
            <Button color="red" onClick={toText}>
              Passer en texte simple
            </Button>
          </>
        }
      >
        <Text>La mise en forme, les liens et les images de ce message seraient perdus.</Text>
      </AdminDialog>
    </>
  );
}

/** True when the HTML has only paragraphs and line breaks, which plain text can represent. */
const isPlain = (html: string) => !/<(?!\/?p>|br\s*\/?>)/i.test(html);

const blocks = "p,h1,h2,h3,h4,h5,h6,div,blockquote,pre,li,tr";

/** Converts a message's HTML to plain text, with an empty line between blocks. */
function htmlAsText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("br")) element.replaceWith("\n");
  for (const element of body.querySelectorAll(blocks)) element.append("\n\n");
  return (body.textContent ?? "").replace(/\n{3,}/g, "\n\n").trim();
}

export function ProviderHelp() {
  return (
    <HelpBox title="Configurer un fournisseur d’e-mails">
      <p>
        Pour qu’un e-mail individuel arrive à coup sûr, passez par un fournisseur d’e-mails transactionnels :
      </p>
      <ul>
        <li>un compte SMTP chez votre hébergeur ou un service comme Brevo ou Mailjet ;</li>
        <li>ou SendGrid, avec une clé d’API limitée à l’envoi.</li>
      </ul>
      <p>
        Renseignez-le dans l’écran « Réglages <span className="unbroken">e-mail</span> », testez la connexion,
        puis coupez le mode simulation. Chaque e-mail envoyé se retrouve dans l’historique.
      </p>
    </HelpBox>
  );
}

/** Earlier messages to this address, and a warning when the address is blocked. */
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
