import { Alert, Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import {
  createEmailTemplateSchema,
  type EmailTemplate,
  type TemplateVersion,
} from "#contract/email.schema.ts";
import type { DraftPurpose } from "#contract/email.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { RecipientCombobox } from "#web/admin/mail-kit/recipient-combobox.tsx";
import { AdminDialog, ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { templateVersionsQuery, useCreateTemplate, useDeleteTemplate } from "./templates.api.ts";
import classes from "./templates.module.css";

type FormProps = { templates: EmailTemplate[]; onCreated: (id: string) => void };
type NewTemplateProps = FormProps & { ref: Ref<HTMLButtonElement> };

/** Adds a template to the predefined ones, empty or with a copy of another template's text. */
export function NewTemplate({ templates, onCreated, ref }: NewTemplateProps) {
  const create = useCreateTemplate();
  const [open, dialog] = useDisclosure(false, { onClose: create.reset });
  return (
    <>
      <Button
        ref={ref}
        variant="default"
        fullWidth
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={dialog.open}
      >
        Nouveau modèle
      </Button>
      <AdminDialog
        title="Nouveau modèle"
        size="md"
        open={open}
        onClose={dialog.close}
        pending={create.isPending}
      >
        <NewTemplateForm
          create={create}
          templates={templates}
          onCreated={(id) => {
            dialog.close();
            onCreated(id);
          }}
        />
      </AdminDialog>
    </>
  );
}

type NewFormProps = FormProps & { create: ReturnType<typeof useCreateTemplate> };

const emptyContent = "<p>Bonjour {{firstName}},</p><p></p>";

function NewTemplateForm({ create, templates, onCreated }: NewFormProps) {
  const form = useForm({
    initialValues: { name: "", from: "" },
    validate: schemaResolver(createEmailTemplateSchema.pick({ name: true }).loose(), { sync: true }),
  });
  const submit = form.onSubmit(({ name, from }) => {
    const { subject, content } = templates.find(({ id }) => id === from) ?? {
      subject: name,
      content: emptyContent,
    };
    create.mutate(
      { name, subject, content },
      {
        onSuccess: ({ id }) => onCreated(id),
        onError: (error) => showRefusal(form, error),
      },
    );
  }, focusFirstError);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>Un point de départ pour les e-mails que vous écrirez, à une personne ou à toutes.</Text>
        <TextInput
          label="Nom du modèle"
          description="Il n’apparaît pas dans l’e-mail."
          withAsterisk
          aria-required
          data-autofocus
          {...form.getInputProps("name")}
        />
        <NativeSelect
          label="Partir de"
          data={[
            { value: "", label: "Un texte vide" },
            ...templates.map(({ id, name }) => ({ value: id, label: `« ${name} »` })),
          ]}
          {...form.getInputProps("from")}
        />
        <ErrorAlert error={create.error} fallback="Le modèle n’a pas pu être ajouté." />
        <SavingButton type="submit" loading={create.isPending} ml="auto">
          Créer le modèle
        </SavingButton>
      </Stack>
    </form>
  );
}

type PreviewDialogProps = { subject: string; content: string; purpose: DraftPurpose; onClose: () => void };

/** Shows the message for a sample person, or for a sign-up. */
export function PreviewDialog({ onClose, ...message }: PreviewDialogProps) {
  const [address, setAddress] = useState("");
  const [typed] = useDebouncedValue(address.trim(), 400);
  const recipientEmail = isEmailAddress(typed) ? typed : undefined;
  return (
    <AdminDialog title="Aperçu du modèle" open onClose={onClose} size="xl">
      <Stack>
        <RecipientCombobox
          label="Voir comme ce destinataire"
          description="Le nom ou l’adresse d’un inscrit ; vide, l’aperçu montre une personne d’exemple."
          value={address}
          onChange={setAddress}
        />
        <MailPreview {...message} {...(recipientEmail && { recipientEmail })} />
      </Stack>
    </AdminDialog>
  );
}

type DeleteTemplateProps = Pick<EmailTemplate, "id" | "name"> & { onDeleted: () => void };

/** Asks for confirmation, because deleting a template also deletes its versions. */
export function DeleteTemplate({ id, name, onDeleted }: DeleteTemplateProps) {
  const [asking, question] = useDisclosure(false);
  const remove = useDeleteTemplate(id, onDeleted);
  return (
    <>
      <Button
        variant="default"
        c="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={question.open}
      >
        Supprimer
      </Button>
      <ConfirmDialog
        title="Supprimer ce modèle ?"
        open={asking}
        onClose={question.close}
        confirm="Supprimer le modèle"
        cancel="Garder le modèle"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <Stack>
          <Text>
            « {name} » et son historique seront supprimés. Les e-mails déjà envoyés et les envois en
            préparation gardent leur texte.
          </Text>
          <ErrorAlert error={remove.error} fallback="Le modèle n’a pas pu être supprimé." />
        </Stack>
      </ConfirmDialog>
    </>
  );
}

type Props = {
  template: EmailTemplate;
  purpose: DraftPurpose;
  /** True while the editor has unsaved changes. */
  dirty: boolean;
  onRevert: (version: TemplateVersion) => void;
  onClose: () => void;
};

/** The earlier versions of the template, each rendered as a mail. Restoring a version saves it as the newest one. */
export function HistoryDialog({ template, purpose, dirty, onRevert, onClose }: Props) {
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
            <MailPreview subject={chosen.subject} content={chosen.content} purpose={purpose} />
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
