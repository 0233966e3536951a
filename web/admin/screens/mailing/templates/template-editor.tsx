import { Alert, Button, Group, Paper, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconEye } from "@tabler/icons-react";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { limits } from "#contract/limits.ts";
import { unknownVariables } from "#contract/template-variables.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { VariableHints } from "#web/admin/mail-kit/variable-hints.tsx";
import { mailingTexts } from "#web/admin/screens/mailing/mailing-texts.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-dialog.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { editedTemplate } from "./edited-template.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useTemplateForm } from "./use-template-form.ts";

const occasions = {
  signup: "Envoyé de lui-même à chaque inscription.",
  approved: "Envoyé de lui-même quand une inscription est approuvée.",
  rejected: "Envoyé de lui-même quand une inscription est refusée.",
} as const;

export function TemplateEditor({ template }: { template: EmailTemplate }) {
  const { form, save, edit, submit, insert, fields } = useTemplateForm(template);
  const [previewOpen, preview] = useDisclosure(false);
  const { subject, content } = form.values;
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
          <Switch label="Actif" {...form.getInputProps("isActive", { type: "checkbox" })} />
        </Group>
        <TextInput
          label="Objet"
          withAsterisk
          ref={fields.subject}
          {...form.getInputProps("subject")}
          onFocus={() => fields.focused("subject")}
        />
        <VariableHints onInsert={insert} />
        <Textarea
          label="Contenu (HTML)"
          withAsterisk
          className={mailClasses.code ?? ""}
          rows={limits.templateEditorRows}
          spellCheck={false}
          ref={fields.content}
          {...form.getInputProps("content")}
          onFocus={() => fields.focused("content")}
        />
        <UnknownVariables names={unknownVariables(`${subject}\n${content}`)} />
        <ErrorAlert error={failureOf(save.error)} onClose={save.reset} />
        <Group justify="flex-end">
          <Button
            variant="default"
            mr="auto"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={preview.open}
          >
            Aperçu
          </Button>
          <Button type="submit" loading={save.isPending}>
            Enregistrer
          </Button>
        </Group>
      </Stack>
      {previewOpen && <PreviewDialog subject={subject} content={content} onClose={preview.close} />}
      <StaleDialog edit={edit} thing={`Modèle « ${template.name} »`} fields={editedTemplate} />
      <UnsavedDialog dirty={edit.dirty} keys={["tab", "template"]} />
    </Paper>
  );
}

/** A stale save is told by who saved first; of anything else, the screen's own sentence is enough. */
function failureOf(error: Error | null): Error | null {
  if (!error || isStale(error)) return error;
  return new Error(mailingTexts.templateSaveFailed);
}

/** They are left empty in the mail: better said before it is sent. */
function UnknownVariables({ names }: { names: string[] }) {
  return (
    <div role="status">
      {names.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {names.length === 1 ? "Variable inconnue" : "Variables inconnues"}, qui{" "}
          {names.length === 1 ? "restera" : "resteront"} vide{names.length > 1 && "s"} dans l’email :{" "}
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
