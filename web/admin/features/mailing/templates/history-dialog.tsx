import { Alert, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailTemplate, TemplateVersion } from "#contract/email.schema.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { templateVersionsQuery } from "./templates.api.ts";
import classes from "./templates.module.css";

type Props = {
  template: EmailTemplate;
  /** Something is typed that is not saved. */
  dirty: boolean;
  onRevert: (version: TemplateVersion) => void;
  onClose: () => void;
};

/** What the template said before, each text as a mail; going back to one saves it as the newest. */
export function HistoryDialog({ template, dirty, onRevert, onClose }: Props) {
  const versions = useQuery(templateVersionsQuery(template.id));
  const [chosenVersion, choose] = useState<number | null>(null);
  const items = versions.data?.items ?? [];
  const chosen = items.find(({ version }) => version === chosenVersion) ?? items[0];
  const isPresent = chosen?.version === template.version;
  return (
    <AdminDialog
      title={`Historique de « ${template.name} »`}
      open
      onClose={onClose}
      size="xl"
      actions={
        chosen && (
          <Button disabled={isPresent} onClick={() => onRevert(chosen)}>
            Revenir à cette version
          </Button>
        )
      }
    >
      {versions.isPending && <LoadingText>Chargement de l’historique…</LoadingText>}
      <ErrorAlert error={versions.error} onRetry={() => void versions.refetch()} />
      {chosen && (
        <div className={classes.history}>
          <ul className={classes.versions} aria-label="Versions">
            {items.map((item) => (
              <li key={item.version}>
                <VersionButton
                  item={item}
                  isPresent={item.version === template.version}
                  chosen={item === chosen}
                  onChoose={choose}
                />
              </li>
            ))}
          </ul>
          <div>
            {dirty && !isPresent && (
              <Alert color="yellow" variant="light" mb="sm">
                Vos modifications non enregistrées seraient remplacées.
              </Alert>
            )}
            <MailPreview subject={chosen.subject} content={chosen.content} />
          </div>
        </div>
      )}
      {versions.data && items.length === 1 && (
        <Text size="sm" c="dimmed" mt="sm">
          Ce modèle n’a pas encore été modifié. Chaque enregistrement ajoute une version ici.
        </Text>
      )}
    </AdminDialog>
  );
}

type ButtonProps = {
  item: TemplateVersion;
  isPresent: boolean;
  chosen: boolean;
  onChoose: (version: number) => void;
};

function VersionButton({ item, isPresent, chosen, onChoose }: ButtonProps) {
  return (
    <button
      type="button"
      className={mailClasses.choice}
      aria-current={chosen}
      onClick={() => onChoose(item.version)}
    >
      <span className={mailClasses.choiceName}>
        {formatDateTime(item.savedAt)}
        {isPresent && " (actuelle)"}
      </span>
      <span className={mailClasses.soft}>{item.savedBy ?? "Texte d’origine"}</span>
    </button>
  );
}
