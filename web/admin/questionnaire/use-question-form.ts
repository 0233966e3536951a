import { schemaResolver, useForm } from "@mantine/form";
import { useState } from "react";
import type { TargetType } from "#contract/audience.ts";
import { type AdminQuestion, questionMessages, saveQuestionSchema } from "#contract/questionnaire.schema.ts";
import { type FieldType, isChoice } from "#contract/questionnaire.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { addOptions } from "./option-list.ts";
import { useSaveQuestion } from "./questions.api.ts";

type Values = {
  question: string;
  fieldType: FieldType;
  options: string[];
  required: boolean;
  active: boolean;
  targetType: TargetType;
};

const newQuestion: Values = {
  question: "",
  fieldType: "text",
  options: [],
  required: true,
  active: true,
  targetType: "user",
};

/** The form's values, the option being typed, and saving. */
export function useQuestionForm(question: AdminQuestion | null, onSaved: () => void) {
  const form = useForm<Values>({
    initialValues: question ? valuesOf(question) : newQuestion,
    validate: schemaResolver(saveQuestionSchema, { sync: true }),
  });
  const [draft, setDraft] = useState("");
  const save = useSaveQuestion(question?.id ?? null);

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
  const submit = form.onSubmit((values) => {
    save.mutate(values, {
      onSuccess: onSaved,
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(error.fields);
      },
    });
  });
  return {
    form,
    draft,
    setDraft,
    setOptions,
    addDraft,
    save,
    submit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault();
      // An option that was typed but not added yet is meant all the same.
      if (!isChoice(form.getValues().fieldType) || addDraft(draft)) submit(event);
    },
    changesAnswers: question !== null && changesAnswers(question, form.values),
  };
}

function valuesOf({ question, fieldType, options, required, active, targetType }: AdminQuestion): Values {
  return { question, fieldType, options: options ?? [], required, active, targetType };
}

/** True when answers given before may no longer be ones that could be given now. */
function changesAnswers(question: AdminQuestion, values: Values): boolean {
  if (question.answerCount === 0) return false;
  if (question.fieldType !== values.fieldType) return true;
  const sameOptions = JSON.stringify(question.options ?? []) === JSON.stringify(values.options);
  return isChoice(values.fieldType) && !sameOptions;
}
