import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRef } from "react";
import { type EmailTemplate, updateEmailTemplateSchema } from "#contract/email.schema.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { useSaveTemplate } from "./email.api.ts";
import { emailTexts } from "./email-texts.ts";
import { focusFirstError } from "./focus-first-error.ts";

type Values = { subject: string; content: string; isActive: boolean };
type TextField = "subject" | "content";

/** The editor's values, saving, and putting a variable where the cursor was last. */
export function useTemplateForm({ id, subject, content, isActive }: EmailTemplate) {
  const save = useSaveTemplate(id);
  const form = useForm<Values>({
    initialValues: { subject, content, isActive },
    validate: schemaResolver(updateEmailTemplateSchema, { sync: true }),
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
  const submit = form.onSubmit((values) => {
    save.mutate(values, {
      onSuccess: (saved) => {
        const stored = { subject: saved.subject, content: saved.content, isActive: saved.isActive };
        form.setValues(stored);
        form.resetDirty(stored);
        notifications.show({ color: "green", message: emailTexts.templateSaved });
      },
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(error.fields);
      },
    });
  }, focusFirstError);
  const focused = (field: TextField) => {
    last.current = field;
  };
  return { form, save, submit, insert, fields: { subject: subjectInput, content: contentInput, focused } };
}
