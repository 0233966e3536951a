import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { AdminDialog, ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { emailTemplatesQuery } from "./mail-kit.api.ts";
import classes from "./mail-kit.module.css";

type Written = Pick<EmailTemplate, "subject" | "content">;
type Props = {
  /** True when the message already has a text, which is replaced only after a confirmation. */
  written: boolean;
  onPick: (template: Written) => void;
};

/** Starts a message with the subject and content of a template. */
export function StartFromTemplate({ written, onPick }: Props) {
  const [open, dialog] = useDisclosure(false);
  const [chosen, setChosen] = useState<EmailTemplate | null>(null);
  const close = () => {
    dialog.close();
    setChosen(null);
  };
  const applyTemplate = ({ subject, content }: Written) => {
    close();
    onPick({ subject, content });
  };
  return (
    <>
      <Button variant="default" leftSection={<IconTemplate size={16} aria-hidden />} onClick={dialog.open}>
        Partir d’un modèle
      </Button>
      <AdminDialog title="Partir d’un modèle" size="lg" open={open} onClose={close}>
        <Text mb="sm">
          Son objet et son contenu deviennent ceux de votre message, que vous pourrez changer.
        </Text>
        <TemplateChoice onChoose={written ? setChosen : applyTemplate} />
      </AdminDialog>
      <ConfirmDialog
        title="Remplacer votre texte ?"
        open={chosen !== null}
        onClose={() => setChosen(null)}
        confirm="Remplacer"
        cancel="Garder mon texte"
        danger
        onConfirm={() => chosen && applyTemplate(chosen)}
      >
        <Text>
          L’objet et le contenu que vous avez écrits seront remplacés par ceux du modèle « {chosen?.name} ».
        </Text>
      </ConfirmDialog>
    </>
  );
}

function TemplateChoice({ onChoose }: { onChoose: (template: EmailTemplate) => void }) {
  const templates = useQuery(emailTemplatesQuery);
  if (templates.isPending) return <LoadingText>Chargement des modèles…</LoadingText>;
  if (!templates.data) {
    return <ErrorAlert error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  if (templates.data.items.length === 0) return <Text>Il n’y a pas encore de modèle.</Text>;
  return (
    <Stack component="ul" gap="xs" className={classes.choices ?? ""} aria-label="Modèles">
      {templates.data.items.map((template) => (
        <li key={template.id}>
          <button type="button" className={classes.choice} onClick={() => onChoose(template)}>
            <span className={classes.choiceName}>{template.name}</span>
            <span className={classes.soft}>{template.subject}</span>
          </button>
        </li>
      ))}
    </Stack>
  );
}
