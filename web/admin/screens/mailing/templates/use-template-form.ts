import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRef } from "react";
import {
  type EmailTemplate,
  emailTemplateSchema,
  updateEmailTemplateSchema,
} from "#contract/email.schema.ts";
import { useSaveTemplate } from "#web/admin/mail-kit/templates.api.ts";
import { mailingTexts } from "#web/admin/screens/mailing/mailing-texts.ts";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";

export type TemplateValues = { subject: string; content: string; isActive: boolean };
type TextField = "subject" | "content";

/** The editor's values, saving, and putting a variable where the cursor was last. */
export function useTemplateForm(template: EmailTemplate) {
  const save = useSaveTemplate(template.id);
  const form = useForm<TemplateValues>({
    initialValues: valuesOf(template),
    validate: schemaResolver(updateEmailTemplateSchema.omit({ version: true }), { sync: true }),
  });
  const edit = useVersionedForm({
    ...{ form, item: template, valuesOf, schema: emailTemplateSchema },
    forgetFailure: save.reset,
    save: (values, start) =>
      save.mutate(
        { ...values, version: start.version },
        {
          onSuccess: (saved) => {
            edit.saved(saved);
            notifications.show({ color: "green", message: mailingTexts.templateSaved });
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });
  const subjectInput = useRef<HTMLInputElement>(null);
  const contentInput = useRef<HTMLTextAreaElement>(null);
  const last = useRef<TextField>("content");

  const insert = (text: string) => {
    const input = last.current === "subject" ? subjectInput.current : contentInput.current;
    if (!input) return;
    const { value, selectionStart, selectionEnd } = input;
    const start = selectionStart ?? value.length;
    form.setFieldValue(last.current, value.slice(0, start) + text + value.slice(selectionEnd ?? start));
    requestAnimationFrame(() => {
      input.focus();
      input.setSelectionRange(start + text.length, start + text.length);
    });
  };
  const submit = form.onSubmit(edit.submit, focusFirstError);
  const focused = (field: TextField) => {
    last.current = field;
  };
  return {
    form,
    save,
    edit,
    submit,
    insert,
    fields: { subject: subjectInput, content: contentInput, focused },
  };
}

function valuesOf({ subject, content, isActive }: EmailTemplate): TemplateValues {
  return { subject, content, isActive };
}
