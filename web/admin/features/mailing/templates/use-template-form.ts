import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import {
  type EmailTemplate,
  emailTemplateSchema,
  updateEmailTemplateSchema,
} from "#contract/email.schema.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { type EditedFields, isSame } from "#web/admin/ui/versions/merge-edit.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatYesNo } from "#web/lib/format.ts";
import { useSaveTemplate } from "./templates.api.ts";

export type TemplateValues = { name: string; subject: string; content: string; isActive: boolean };

/**
 * The editor's values, and saving them. What is typed survives a reload and a session that ends; on a text that another admin saved
 * meanwhile it is not put.
 */
export function useTemplateForm(template: EmailTemplate) {
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
    ...{ form, item: template, valuesOf, schema: emailTemplateSchema },
    forgetFailure: save.reset,
    save: ({ name, ...values }, start) =>
      save.mutate(
        { ...values, ...(template.event === null && { name }), version: start.version },
        {
          onSuccess: (saved) => {
            edit.saved(saved);
            draft.keep(draftOf(saved));
            setFound(false);
            notifications.show({ color: "green", message: mailingTexts.templateSaved });
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is found once, at the start.
  useEffect(() => {
    if (found) form.setValues(drafted);
  }, []);

  return {
    form,
    save,
    edit,
    submit: form.onSubmit(edit.submit, focusFirstError),
    /** The form holds what was typed before a reload. */
    found,
    /** Back to what is saved. */
    discard() {
      form.setValues(valuesOf(edit.start));
      form.clearErrors();
      draft.keep(draftOf(edit.start));
      setFound(false);
    },
    /** An older text is saved as the newest. */
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
export const editedTemplate: EditedFields<TemplateValues> = {
  name: { label: "Nom du modèle", text },
  isActive: { label: "Actif", text: formatYesNo },
  subject: { label: "Objet", text },
  content: { label: "Contenu (HTML)", text, html: true },
};
