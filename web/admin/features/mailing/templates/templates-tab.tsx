import { Badge, Group } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { z } from "zod";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { emailTemplatesQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { useAddress, uuidParameter } from "#web/admin/ui/use-address.ts";
import { ShownError } from "#web/lib/api.ts";
import { NewTemplate } from "./template-dialogs.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import classes from "./templates.module.css";

const templatesAddress = z.object({ template: uuidParameter });

export function TemplatesTab() {
  const templates = useEagerQuery(emailTemplatesQuery);
  const newTemplate = useRef<HTMLButtonElement>(null);
  const { state, change } = useAddress(templatesAddress);
  const found = templates.data?.items.find(({ id }) => id === state.template);
  /** Stays open after another admin deleted it, so that its unsaved text is not lost. */
  const [last, setLast] = useState<EmailTemplate>();
  if (found && found !== last) setLast(found);
  const chosen = found ?? (last?.id === state.template ? last : undefined);
  const choose = (template: string) => change({ template });

  if (templates.isPending) return <LoadingText>Chargement des modèles…</LoadingText>;
  if (!templates.data) {
    return (
      <ErrorAlert error={new ShownError(mailingTexts.loadFailed)} onRetry={() => void templates.refetch()} />
    );
  }
  return (
    <div className={classes.templates}>
      <div className={classes.side}>
        <ul className={classes.templateList} aria-label="Modèles">
          {templates.data.items.map((template) => (
            <li key={template.id}>
              <TemplateButton template={template} chosen={template === chosen} onChoose={choose} />
            </li>
          ))}
        </ul>
        <NewTemplate ref={newTemplate} templates={templates.data.items} onCreated={choose} />
      </div>
      {chosen ? (
        <TemplateEditor
          key={chosen.id}
          template={chosen}
          onDeleted={() => {
            setLast(undefined);
            // Waits until the confirmation dialog has closed, because closing moves the focus.
            setTimeout(() => newTemplate.current?.focus(), 300);
          }}
        />
      ) : (
        <EmptyState icon={IconTemplate} title={mailingTexts.noTemplate}>
          Choisissez un modèle dans la liste pour le modifier.
        </EmptyState>
      )}
    </div>
  );
}

type ButtonProps = { template: EmailTemplate; chosen: boolean; onChoose: (id: string) => void };

function TemplateButton({ template, chosen, onChoose }: ButtonProps) {
  const { id, name, subject, event, isActive } = template;
  return (
    <button type="button" className={mailClasses.choice} aria-current={chosen} onClick={() => onChoose(id)}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span className={mailClasses.choiceName}>{name}</span>
        {event !== null && (
          <Badge variant="light" tt="none" miw="max-content" color={isActive ? "green" : "gray"}>
            {isActive ? "Actif" : "Inactif"}
          </Badge>
        )}
      </Group>
      <span className={mailClasses.soft}>{subject}</span>
    </button>
  );
}
