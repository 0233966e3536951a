import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { type FormErrors, schemaResolver, useForm } from "@mantine/form";
import { useEffect, useId, useRef, useState } from "react";
import {
  type AdminQuestion,
  adminQuestionSchema,
  questionMessages,
  saveQuestionSchema,
} from "#contract/questionnaire.schema.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { isSame } from "#web/admin/ui/versions/merge-edit.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { useAnswerEffects } from "./answer-effects.ts";
import { AnswerEffectsBox, UnseenEffectsDialog } from "./effect-dialogs.tsx";
import { addOptions, OptionsField } from "./options-field.tsx";
import classes from "./questionnaire.module.css";
import {
  type EditedOption,
  editedQuestion,
  fieldTypeEntries,
  optionTexts,
  type QuestionValues,
  targetTypeEntries,
  tidyOption,
  useSaveQuestion,
} from "./questions.api.ts";
import { questionsBefore, ShowIfField } from "./show-if-field.tsx";
import { type Saved, useSaveOnceKnown } from "./use-question-editor.ts";

type QuestionFormProps = {
  /** Null for a new question. */
  question: AdminQuestion | null;
  /** All questions of the questionnaire. */
  all: readonly AdminQuestion[];
  /** The initial audience of a new question. */
  targetType: QuestionValues["targetType"];
  /** True for a copy, which is already stored and remains when the form is cancelled. */
  isCopy: boolean;
  onClose: () => void;
  onSaved: (saved: Saved) => void;
  /** Reports whether the form has unsaved changes; false when the form is unmounted. */
  onDirty: (dirty: boolean) => void;
};

const copyText =
  "La copie est enregistrée, désactivée, juste après l’original. « Annuler » la laisse telle quelle.";

export function QuestionForm({
  question,
  all,
  targetType,
  isCopy,
  onClose,
  onSaved,
  onDirty,
}: QuestionFormProps) {
  const { form, draft, setDraft, setOptions, addDraft, save, edit, dirty, saving, submit, effects } =
    useQuestionForm(question ? valuesOf(question) : { ...newQuestion, targetType }, question, onSaved);
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const titleId = useId();
  const optionsError = form.errors.options;
  return (
    <form className={classes.form} aria-labelledby={titleId} noValidate onSubmit={submit}>
      <Stack>
        <Title order={2} id={titleId}>
          {edit.start ? "Modifier la question" : "Nouvelle question"}
        </Title>
        <RequiredNote />
        <TextInput
          label="Question"
          withAsterisk
          aria-required
          description={isCopy && copyText}
          {...form.getInputProps("question")}
          autoFocus
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label="Type de champ"
            withAsterisk
            aria-required
            data={fieldTypeEntries}
            {...form.getInputProps("fieldType")}
          />
          <NativeSelect
            label="Cible"
            withAsterisk
            aria-required
            data={targetTypeEntries}
            {...form.getInputProps("targetType")}
          />
        </SimpleGrid>
        {isChoice(form.values.fieldType) && (
          <OptionsField
            options={form.values.options}
            draft={draft}
            error={typeof optionsError === "string" ? optionsError : undefined}
            onChange={setOptions}
            onDraft={setDraft}
            onAdd={addDraft}
          />
        )}
        <ShowIfField
          showIf={form.values.showIf}
          choices={questionsBefore(all, question ?? edit.start, form.values.targetType)}
          error={errorUnder(form.errors, "showIf")}
          onChange={(showIf) => {
            form.setFieldValue("showIf", showIf);
            form.clearFieldError("showIf");
          }}
        />
        <div>
          <Group>
            <Checkbox label="Réponse obligatoire" {...form.getInputProps("required", { type: "checkbox" })} />
            <Checkbox label="Question active" {...form.getInputProps("active", { type: "checkbox" })} />
          </Group>
          <AnswerEffectsBox effects={effects} />
        </div>
        <ErrorAlert error={save.error} fallback={questionMessages.saveFailed} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SavingButton ref={submitButton} type="submit" loading={save.isPending || saving.waiting}>
            Enregistrer
          </SavingButton>
        </Group>
      </Stack>
      <UnseenEffectsDialog saving={saving} onCancel={() => submitButton.current?.focus()} />
      {edit.start && (
        <StaleDialog edit={edit} thing={`Question « ${edit.start.question} »`} fields={editedQuestion} />
      )}
    </form>
  );
}

/** The message for a value or for one inside it: "showIf", "showIf.rules.0.value". */
function errorUnder(errors: FormErrors, field: string): string | undefined {
  const [, message] = Object.entries(errors).find(([path]) => path.split(".")[0] === field) ?? [];
  return typeof message === "string" ? message : undefined;
}

const newQuestion = {
  question: "",
  fieldType: "text",
  options: [],
  showIf: null,
  required: true,
  active: true,
} satisfies Partial<QuestionValues>;

/** Options depend on the type, so a merge of two versions takes both fields from the same version. */
const together = [["fieldType", "options"]] as const;

const validate = schemaResolver(saveQuestionSchema, { sync: true });

/** Holds the form's values and the option being typed, and saves the question. */
function useQuestionForm(
  initialValues: QuestionValues,
  question: AdminQuestion | null,
  onSaved: QuestionFormProps["onSaved"],
) {
  const form = useForm<QuestionValues>({
    initialValues,
    validate: ({ options, ...values }) => validate({ ...values, options: optionTexts(options) }),
  });
  const [draft, setDraft] = useState("");
  /** An option was typed but not added yet. */
  const hasDraft = isChoice(form.values.fieldType) && draft.trim() !== "";
  const save = useSaveQuestion((saved, { start, values }) => {
    const unsaved = hasDraft || !isSame(form.getValues(), values);
    if (unsaved) {
      form.setFieldValue("options", (options) => options.map(afterRename(values.options)));
      edit.saved(saved);
    }
    onSaved({ id: saved.id, added: start === null, unsaved });
  });
  const edit = useVersionedForm({
    form,
    item: question,
    valuesOf,
    schema: adminQuestionSchema,
    together,
    forgetFailure: save.reset,
    save: (values, start) => save.mutate({ start, values }, { onError: (error) => edit.failed(error) }),
  });

  const effects = useAnswerEffects(edit.start);
  const saving = useSaveOnceKnown(effects, edit.submit);

  const setOptions = (options: EditedOption[]) => {
    form.setFieldValue("options", options);
    form.clearFieldError("options");
  };
  /** Returns false when one of the options already exists. */
  const addDraft = (added: readonly string[]): boolean => {
    const { options, repeated } = addOptions(form.getValues().options, added);
    setOptions(options);
    setDraft("");
    if (repeated === undefined) return true;
    form.setFieldError("options", questionMessages.optionRepeated(repeated));
    return false;
  };
  const submit = form.onSubmit(saving.start, (_errors, _values, event) => focusRefusal(event?.target));
  return {
    form,
    draft,
    setDraft,
    setOptions,
    addDraft,
    save,
    edit,
    dirty: edit.dirty || hasDraft,
    submit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault();
      // Includes an option that was typed but not added yet.
      if (!isChoice(form.getValues().fieldType) || addDraft([draft])) submit(event);
      else focusRefusal(event.target);
    },
    saving,
    effects: effects.effectsOf(form.values),
  };
}

/** Focuses the first refused field after the next render, because the field of a refused option exists only then. */
function focusRefusal(form: EventTarget | null | undefined): void {
  if (form instanceof HTMLFormElement) focusRefusedField(form);
}

/** Names a stored option as the accepted save did, so that a later rename starts from that name. */
const afterRename = (saved: readonly EditedOption[]) => (option: EditedOption) => {
  const renamed = saved.find(({ stored }) => stored !== null && stored === option.stored);
  return renamed ? { ...option, stored: tidyOption(renamed.text) } : option;
};

/** Lists the keys in the order of a new question, because `isSame` also compares their order. */
function valuesOf({
  question,
  fieldType,
  options,
  showIf,
  required,
  active,
  targetType,
}: AdminQuestion): QuestionValues {
  return {
    question,
    fieldType,
    options: (options ?? []).map((option) => ({ text: option, stored: option })),
    showIf: showIf ?? null,
    required,
    active,
    targetType,
  };
}
