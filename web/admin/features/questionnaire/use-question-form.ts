import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import {
  type AdminQuestion,
  adminQuestionSchema,
  questionMessages,
  saveQuestionSchema,
} from "#contract/questionnaire.schema.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { focusFirstError } from "#web/admin/ui/focus-field.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { addOptions } from "./option-list.ts";
import { type QuestionValues, useSaveQuestion } from "./questions.api.ts";
import { useAnswerEffects } from "./use-answer-effects.ts";
import { useSaveOnceKnown } from "./use-save-once-known.ts";

const newQuestion: QuestionValues = {
  question: "",
  fieldType: "text",
  options: [],
  required: true,
  active: true,
  targetType: "user",
};

/** Options fit a type: who changes one of them has decided about both. */
const together = [["fieldType", "options"]] as const;

/** The form's values, the option being typed, and saving. */
export function useQuestionForm(question: AdminQuestion | null, onSaved: () => void) {
  const form = useForm<QuestionValues>({
    initialValues: question ? valuesOf(question) : newQuestion,
    validate: schemaResolver(saveQuestionSchema, { sync: true }),
  });
  const [draft, setDraft] = useState("");
  const save = useSaveQuestion(onSaved);
  const edit = useVersionedForm({
    ...{ form, item: question, valuesOf, schema: adminQuestionSchema, together },
    forgetFailure: save.reset,
    save: (values, start) => save.mutate({ start, values }, { onError: (error) => edit.failed(error) }),
  });

  const effects = useAnswerEffects(edit.start);
  const saving = useSaveOnceKnown(effects, edit.submit);

  const setOptions = (options: string[]) => {
    form.setFieldValue("options", options);
    form.clearFieldError("options");
  };
  /** False when the text holds an option that is there already. */
  const addDraft = (text: string): boolean => {
    if (text.trim() === "") return true;
    const { options, repeated } = addOptions(form.getValues().options, text);
    setOptions(options);
    setDraft("");
    if (repeated === undefined) return true;
    form.setFieldError("options", questionMessages.optionRepeated(repeated));
    return false;
  };
  const submit = form.onSubmit(saving.start, focusFirstError);
  return {
    form,
    draft,
    setDraft,
    setOptions,
    addDraft,
    save,
    edit,
    /** An option that was typed but not added yet counts as well. */
    dirty: edit.dirty || (isChoice(form.values.fieldType) && draft.trim() !== ""),
    submit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault();
      // An option that was typed but not added yet is meant all the same.
      if (!isChoice(form.getValues().fieldType) || addDraft(draft)) submit(event);
    },
    saving,
    effects: effects.effectsOf(form.values),
  };
}

function valuesOf({
  question,
  fieldType,
  options,
  required,
  active,
  targetType,
}: AdminQuestion): QuestionValues {
  return { question, fieldType, options: options ?? [], required, active, targetType };
}
