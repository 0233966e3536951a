import { Button, Stack, Text } from "@mantine/core";
import { IconEye, IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { type AdminQuestion, questionMessages } from "#contract/questionnaire.schema.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useNamedRow } from "#web/admin/ui/focus.ts";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { LeaveDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { ShownError } from "#web/lib/api.ts";
import { DeleteQuestionDialog, SwitchOffDialog } from "./effect-dialogs.tsx";
import { useDeletedQuestions, useQuestionDeletion } from "./question-deletion.tsx";
import { QuestionForm } from "./question-form.tsx";
import { NoQuestions, QuestionList } from "./question-list.tsx";
import { useQuestionSwitch } from "./question-row.tsx";
import { QuestionnairePreview } from "./questionnaire-preview.tsx";
import {
  editedQuestionsQuery,
  type QuestionFilter,
  questionnaireAddress,
  targetTypeEntries,
  useDuplicateQuestion,
} from "./questions.api.ts";
import { addButtonId, useQuestionEditor } from "./use-question-editor.ts";
import { useQuestionMoves } from "./use-question-moves.ts";

const filters = [{ value: "all", label: "Tous" }, ...targetTypeEntries] as {
  value: QuestionFilter;
  label: string;
}[];

const none: AdminQuestion[] = [];

/** The question as in the current list. For a deleted question, the version with which its form was opened. */
function presentOf(question: AdminQuestion | null, all: AdminQuestion[]): AdminQuestion | null {
  return all.find(({ id }) => id === question?.id) ?? question;
}

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(editedQuestionsQuery);

export default function QuestionnaireScreen() {
  const list = useEagerQuery(editedQuestionsQuery);
  const all = list.data?.items ?? none;
  const address = useAddress(questionnaireAddress);
  const filter = address.state.audience;
  const setFilter = (audience: QuestionFilter) => address.change({ audience });
  const shown = useMemo(
    () => all.filter(({ targetType }) => filter === "all" || targetType === filter),
    [all, filter],
  );
  const editor = useQuestionEditor();
  const [previewOpen, setPreviewOpen] = useState(false);
  const deletion = useQuestionDeletion(editor.forget);
  const deleted = useDeletedQuestions(list.data, list.dataUpdatedAt, filter);
  const switching = useQuestionSwitch();
  const { toggle } = switching;
  const duplicate = useDuplicateQuestion();
  const moves = useQuestionMoves(shown, filter);
  const edited = presentOf(editor.state?.question ?? null, all);
  const { state } = editor;
  const form = state && (
    <QuestionForm
      key={state.key}
      question={edited}
      all={all}
      targetType={filter === "all" ? "user" : filter}
      isCopy={state.isCopy}
      onClose={editor.cancel}
      onSaved={(saved) => editor.saved(state, saved)}
      onDirty={editor.setDirty}
    />
  );
  const ids = useMemo(() => list.data?.items.map(({ id }) => id), [list.data]);
  const named = useNamedRow(address.state.question, ids);

  return (
    <>
      <ScreenHeader
        title="Éditeur de Questionnaire"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEye size={18} aria-hidden />}
              onClick={() => setPreviewOpen(true)}
            >
              Aperçu
            </Button>
            <Button id={addButtonId} leftSection={<IconPlus size={18} aria-hidden />} onClick={editor.add}>
              Ajouter
            </Button>
          </>
        }
      >
        Les questions que les visiteurs trouvent dans le formulaire d’inscription, dans cet ordre.
      </ScreenHeader>
      {edited === null && form}
      <Stack>
        <ChoiceStrip label="Filtrer par public" choices={filters} value={filter} onChange={setFilter} />
        <ErrorAlert error={moves.error} prefix={questionMessages.moveFailed} onClose={moves.reset} />
        <ErrorAlert error={toggle.error} prefix={questionMessages.toggleFailed} onClose={toggle.reset} />
        <ErrorAlert error={duplicate.error} prefix={questionMessages.copyFailed} onClose={duplicate.reset} />
        <DeletionErrors deletion={deletion} />
        <span role="status" className="visually-hidden">
          {moves.announcement}
        </span>
        <span role="status" className="visually-hidden">
          {deletion.announcement}
        </span>
        {named.isGone && <ErrorAlert error={new ShownError(questionMessages.notFound)} />}
        {list.isPending && <LoadingText>Chargement des questions…</LoadingText>}
        {list.isError && (
          <ErrorAlert
            error={new ShownError(questionMessages.listFailed)}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && (
          <>
            {filter !== "all" && (
              <Text size="sm" c="dimmed">
                Affichage de {shown.length} question(s) sur {all.length} au total
              </Text>
            )}
            {shown.length === 0 && deleted.shown.length === 0 && !edited ? (
              <NoQuestions filtered={all.length > 0} onAdd={editor.add} onReset={() => setFilter("all")} />
            ) : (
              <QuestionList
                questions={shown}
                all={all}
                deleted={deleted.shown}
                edited={edited && form && { place: edited.orderPosition, form }}
                restoring={deletion.restore.isPending ? deletion.restore.variables : null}
                onRestore={deletion.takeBack}
                extending={deletion.extension.isPending ? deletion.extension.variables : null}
                onExtend={deletion.extend}
                onOver={(gone, beside) => {
                  deletion.leave(gone, beside);
                  deleted.forget(gone);
                }}
                namedId={named.namedId}
                toggling={toggle.isPending ? toggle.variables : null}
                onToggle={switching.start}
                onMove={({ id }, direction) => moves.step(id, direction)}
                onDrop={moves.drop}
                onDuplicate={({ id }) =>
                  editor.giveUpFor(() => duplicate.mutate(id, { onSuccess: editor.editCopy }))
                }
                onEdit={editor.edit}
                onDelete={deletion.start}
              />
            )}
          </>
        )}
      </Stack>
      <QuestionnairePreview questions={all} open={previewOpen} onClose={() => setPreviewOpen(false)} />
      <LeaveDialog {...editor.guard} />
      <SwitchOffDialog switching={switching} />
      <DeleteQuestionDialog deletion={deletion} />
    </>
  );
}

/** Shows errors that occur outside the dialog. The dialog shows its own errors. */
function DeletionErrors({ deletion }: { deletion: ReturnType<typeof useQuestionDeletion> }) {
  const { asked, remove, restore, extension } = deletion;
  return (
    <>
      {!asked && (
        <ErrorAlert error={remove.error} prefix={questionMessages.deleteFailed} onClose={remove.reset} />
      )}
      <ErrorAlert error={restore.error} prefix={questionMessages.restoreFailed} onClose={restore.reset} />
      <ErrorAlert error={extension.error} prefix={questionMessages.extendFailed} onClose={extension.reset} />
    </>
  );
}
