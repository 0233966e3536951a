import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
} from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId } from "react";
import { type AdminQuestion, questionMessages } from "#contract/questionnaire.schema.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { OptionsField } from "./options-field.tsx";
import { editedQuestion, fieldTypeEntries, formatAnswers, targetTypeEntries } from "./question-texts.ts";
import classes from "./questionnaire.module.css";
import { useQuestionForm } from "./use-question-form.ts";

type Props = {
  /** Null: a new one. */
  question: AdminQuestion | null;
  onClose: () => void;
  onSaved: () => void;
};

export function QuestionForm({ question, onClose, onSaved }: Props) {
  const { form, draft, setDraft, setOptions, addDraft, save, edit, submit, changesAnswers } = useQuestionForm(
    question,
    onSaved,
  );
  const titleId = useId();
  const optionsError = form.errors.options;
  return (
    <form className={classes.form} aria-labelledby={titleId} noValidate onSubmit={submit}>
      <Stack>
        <Title order={2} id={titleId}>
          {question ? "Modifier la question" : "Nouvelle question"}
        </Title>
        <TextInput label="Question" withAsterisk {...form.getInputProps("question")} autoFocus />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label="Type de champ"
            withAsterisk
            data={fieldTypeEntries}
            {...form.getInputProps("fieldType")}
          />
          <NativeSelect
            label="Cible"
            withAsterisk
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
        <Group>
          <Checkbox label="Réponse obligatoire" {...form.getInputProps("required", { type: "checkbox" })} />
          <Checkbox label="Question active" {...form.getInputProps("active", { type: "checkbox" })} />
        </Group>
        {edit.start && changesAnswers && <KeptAnswers count={edit.start.answerCount} />}
        <ErrorAlert error={save.error} fallback={questionMessages.saveFailed} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" loading={save.isPending}>
            Enregistrer
          </Button>
        </Group>
      </Stack>
      {edit.start && (
        <StaleDialog edit={edit} thing={`Question « ${edit.start.question} »`} fields={editedQuestion} />
      )}
    </form>
  );
}

function KeptAnswers({ count }: { count: number }) {
  return (
    <Alert role="status" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      Cette question a déjà {formatAnswers(count)}. Vous en changez le type ou les options : les réponses
      données restent lisibles telles quelles, mais peuvent ne plus correspondre aux choix proposés.
    </Alert>
  );
}
