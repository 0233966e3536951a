import { Button, Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { textAsHtml } from "#contract/text-as-html.ts";
import { MailContentField } from "#web/admin/mail-kit/editor/content-field.tsx";
import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import type { SingleFormHandle } from "./use-single-form.ts";

const formats = [
  { value: "html", label: "Mise en forme" },
  { value: "text", label: "Texte simple" },
];

/** In the editor (or as its HTML), or as plain text; what is written goes along when the format changes. */
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

/** Paragraphs and their lines, and nothing that plain text could not say. */
const isPlain = (html: string) => !/<(?!\/?p>|br\s*\/?>)/i.test(html);

const blocks = "p,h1,h2,h3,h4,h5,h6,div,blockquote,pre,li,tr";

/** A message's HTML as plain text: a line for each line, an empty one between blocks. */
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
        Renseignez-le dans l’écran « Réglages e-mail », testez la connexion, puis coupez le mode simulation.
        Chaque e-mail envoyé se retrouve dans l’historique.
      </p>
    </HelpBox>
  );
}
