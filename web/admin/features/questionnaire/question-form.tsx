import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { type AdminQuestion, questionMessages } from "#contract/questionnaire.schema.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { AnswerEffectsBox } from "./answer-effects-box.tsx";
import { OptionsField } from "./options-field.tsx";
import { editedQuestion, fieldTypeEntries, targetTypeEntries } from "./question-texts.ts";
import classes from "./questionnaire.module.css";
import { UnsaidEffectsDialog } from "./unsaid-effects-dialog.tsx";
import { useQuestionForm } from "./use-question-form.ts";

type Props = {
  /** Null: a new one. */
  question: AdminQuestion | null;
  /** It is stored already, whatever becomes of the form. */
  isCopy: boolean;
  onClose: () => void;
  onSaved: () => void;
  /** Whether it holds anything that is not saved; false when it goes. */
  onDirty: (dirty: boolean) => void;
};

const copyText =
  "La copie est enregistrée, désactivée, juste après l’original. « Annuler » la laisse telle quelle.";

export function QuestionForm({ question, isCopy, onClose, onSaved, onDirty }: Props) {
  const { form, draft, setDraft, setOptions, addDraft, save, edit, dirty, saving, submit, effects } =
    useQuestionForm(question, onSaved);
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
          {question ? "Modifier la question" : "Nouvelle question"}
        </Title>
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
      <UnsaidEffectsDialog saving={saving} onCancel={() => submitButton.current?.focus()} />
      {edit.start && (
        <StaleDialog edit={edit} thing={`Question « ${edit.start.question} »`} fields={editedQuestion} />
      )}
    </form>
  );
}
