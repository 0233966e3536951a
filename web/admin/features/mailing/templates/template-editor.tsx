import { Alert, Button, Group, Paper, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconEye, IconHistory } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import {
  type EmailTemplate,
  emailTemplateSchema,
  updateEmailTemplateSchema,
} from "#contract/email.schema.ts";
import { joinVariables, unknownVariables } from "#contract/template-variables.ts";
import { MailContentField } from "#web/admin/mail-kit/editor/content-field.tsx";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { TestSendButton } from "#web/admin/mail-kit/mail-preview.tsx";
import { SubjectField } from "#web/admin/mail-kit/subject-field.tsx";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { type EditedFields, isSame } from "#web/admin/ui/versions/merge-edit.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatDateTime, formatYesNo } from "#web/lib/format.ts";
import { mailingTexts } from "../mailing-texts.ts";
import { ServicePermission } from "./service-permission.tsx";
import { DeleteTemplate, HistoryDialog, PreviewDialog } from "./template-dialogs.tsx";
import { useSaveTemplate } from "./templates.api.ts";

const occasions = {
  signup: "Envoyé de lui-même à chaque inscription.",
  approved: "Envoyé de lui-même quand une inscription est approuvée.",
  rejected: "Envoyé de lui-même quand une inscription est refusée.",
} as const;

type Props = { template: EmailTemplate; onDeleted: () => void };

export function TemplateEditor({ template, onDeleted }: Props) {
  const { form, save, edit, submit, found, discard, revert } = useTemplateForm(template);
  const [previewOpen, preview] = useDisclosure(false);
  const [historyOpen, history] = useDisclosure(false);
  const { subject, content } = form.values;
  const isGiven = template.event !== null;
  // The message after a sign-up may have the button that confirms the address.
  const purpose = template.event === "signup" ? "signup" : "service";
  return (
    <Paper
      component="form"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-labelledby="template-title"
      noValidate
      onSubmit={submit}
    >
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} id="template-title">
              {template.name}
            </Title>
            <Text size="sm" c="dimmed">
              {template.event && `${occasions[template.event]} `}Modifié le{" "}
              {formatDateTime(template.updatedAt)}
            </Text>
          </div>
          {isGiven && <Switch label="Actif" {...form.getInputProps("isActive", { type: "checkbox" })} />}
        </Group>
        {found && edit.dirty && <FoundDraft onDiscard={discard} />}
        <RequiredNote />
        {!isGiven && (
          <TextInput label="Nom du modèle" withAsterisk aria-required {...form.getInputProps("name")} />
        )}
        <SubjectField label="Objet" {...form.getInputProps("subject")} />
        <MailContentField
          value={content}
          onChange={(html) => form.setFieldValue("content", html)}
          error={form.errors.content}
        />
        <UnknownVariables names={unknownVariables(`${subject}\n${joinVariables(content)}`)} />
        <ServicePermission template={template} dirty={edit.dirty} />
        <ErrorAlert error={save.error} sentence={mailingTexts.templateSaveFailed} onClose={save.reset} />
        <Group justify="flex-end">
          <Group mr="auto" gap="sm">
            <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={preview.open}>
              Aperçu
            </Button>
            <TestSendButton subject={subject} content={content} purpose={purpose} />
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={history.open}
            >
              Historique
            </Button>
            {!isGiven && <DeleteTemplate id={template.id} name={template.name} onDeleted={onDeleted} />}
          </Group>
          <SavingButton type="submit" loading={save.isPending}>
            Enregistrer
          </SavingButton>
        </Group>
      </Stack>
      {previewOpen && (
        <PreviewDialog subject={subject} content={content} purpose={purpose} onClose={preview.close} />
      )}
      {historyOpen && (
        <HistoryDialog
          template={template}
          purpose={purpose}
          dirty={edit.dirty}
          onRevert={(version) => {
            history.close();
            revert(version);
          }}
          onClose={history.close}
        />
      )}
      <StaleDialog edit={edit} thing={`Modèle « ${template.name} »`} fields={editedTemplate} />
      <UnsavedDialog dirty={edit.dirty} keys={["tab", "template"]} onLeave={discard} />
    </Paper>
  );
}

function FoundDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="blue" variant="light" role="status">
      <Group justify="space-between" gap="xs">
        <span>Vos dernières modifications ne sont pas enregistrées : les voici.</span>
        <Button variant="default" size="xs" onClick={onDiscard}>
          Les abandonner
        </Button>
      </Group>
    </Alert>
  );
}

/** Warns that unknown variables stay empty in the mail. */
function UnknownVariables({ names }: { names: string[] }) {
  return (
    <div role="status">
      {names.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {names.length === 1 ? "Variable inconnue" : "Variables inconnues"}, qui{" "}
          {names.length === 1 ? "restera" : "resteront"} vide{names.length > 1 && "s"} dans l’e-mail :{" "}
          {names.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <code>{`{{${name}}}`}</code>
            </span>
          ))}
        </Alert>
      )}
    </div>
  );
}

type TemplateValues = { name: string; subject: string; content: string; isActive: boolean };

/**
 * Holds and saves the editor's values. A draft survives a reload and the end of a session. It is not restored when another admin has
 * saved a newer text.
 */
function useTemplateForm(template: EmailTemplate) {
  const save = useSaveTemplate(template.id);
  const draft = useSessionDraft(`template-${template.id}`, draftOf(template));
  const { version: draftVersion, ...drafted } = draft.initial;
  const [found, setFound] = useState(
    draftVersion === template.version && !isSame(drafted, valuesOf(template)),
  );
  const form = useForm<TemplateValues>({
    initialValues: valuesOf(template),
    validate: schemaResolver(updateEmailTemplateSchema.omit({ version: true }), { sync: true }),
    onValuesChange: (values) => draft.keep({ ...values, version: edit.start.version }),
  });
  const edit = useVersionedForm({
    form,
    item: template,
    valuesOf,
    schema: emailTemplateSchema,
    forgetFailure: save.reset,
    save: ({ name, ...values }, start) =>
      save.mutate(
        { ...values, ...(template.event === null && { name }), version: start.version },
        {
          onSuccess: (saved) => {
            edit.saved(saved);
            draft.keep({ ...form.getValues(), version: saved.version });
            setFound(false);
            notifications.show({ color: "green", message: mailingTexts.templateSaved });
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored draft is restored once, at the start.
  useEffect(() => {
    if (found) form.setValues(drafted);
  }, []);

  return {
    form,
    save,
    edit,
    submit: form.onSubmit(edit.submit, focusFirstError),
    /** True when the form was filled from a stored draft. */
    found,
    /** Resets the form to the saved version. */
    discard() {
      form.setValues(valuesOf(edit.start));
      form.clearErrors();
      draft.keep(draftOf(edit.start));
      setFound(false);
    },
    /** Saves an older text as the newest version. */
    revert(older: Pick<TemplateValues, "name" | "subject" | "content">) {
      const { isActive } = form.getValues();
      const name = template.event === null ? older.name : template.name;
      const values = { name, subject: older.subject, content: older.content, isActive };
      form.setValues(values);
      edit.submit(values);
    },
  };
}

function valuesOf({ name, subject, content, isActive }: EmailTemplate): TemplateValues {
  return { name, subject, content, isActive };
}

function draftOf(template: EmailTemplate) {
  return { ...valuesOf(template), version: template.version };
}

const text = (value: string) => value;

/** The editor's fields, for comparing two versions of a template. */
const editedTemplate: EditedFields<TemplateValues> = {
  name: { label: "Nom du modèle", text },
  isActive: { label: "Actif", text: formatYesNo },
  subject: { label: "Objet", text },
  content: { label: "Contenu (HTML)", text, html: true },
};
