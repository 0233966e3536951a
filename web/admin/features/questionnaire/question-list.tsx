import { Button, Group } from "@mantine/core";
import { IconListDetails, IconSparkles } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { type DeletedEntry, DeletedQuestion } from "./question-deletion.tsx";
import { QuestionRow, type RowActions } from "./question-row.tsx";
import classes from "./questionnaire.module.css";
import { useStartFromSample } from "./questions.api.ts";
import { showIfText } from "./show-if-field.tsx";
import { useDragOrder } from "./use-question-moves.ts";

type QuestionListProps = RowActions & {
  questions: readonly AdminQuestion[];
  /** All questions, including those that a filter hides. */
  all: readonly AdminQuestion[];
  deleted: readonly DeletedEntry[];
  /** The open form, shown below its question. It stays open when a filter hides the question or another admin deletes it. */
  edited: { place: number; form: ReactNode } | null;
  /** The id of the question that is being restored. */
  restoring: string | null;
  /** The id of the deleted question whose time to be restored is being extended. */
  extending: string | null;
  onExtend: (deleted: DeletedEntry) => void;
  /** @param beside the question after the deleted one; the question before it when none follows */
  onRestore: (deleted: DeletedEntry, beside: AdminQuestion | undefined) => void;
  onOver: (deleted: DeletedEntry, beside: AdminQuestion | undefined) => void;
  /** Called when a question was dragged to another place in the shown list. */
  onDrop: (from: number, to: number) => void;
  /** The question whose switch is being saved. */
  toggling: { id: string; active: boolean } | null;
  /** The id of the question in the page's address. */
  namedId: string | null;
};

/** The questions in order. The undo notice of a deleted question is shown in its place. */
export function QuestionList({
  questions,
  all,
  deleted,
  edited,
  toggling,
  namedId,
  restoring,
  extending,
  onExtend,
  onRestore,
  onOver,
  onDrop,
  ...actions
}: QuestionListProps) {
  const drag = useDragOrder(onDrop);
  const setList = (list: HTMLOListElement | null) => {
    drag.list.current = list;
  };
  const entries = [
    ...questions.map((question, index) => ({ place: question.orderPosition, question, index })),
    ...deleted.map((entry) => ({ place: entry.orderPosition, deleted: entry })),
    ...(edited ? [edited] : []),
  ].sort((a, b) => a.place - b.place);
  const besideOf = ({ orderPosition }: DeletedEntry) =>
    questions.find((question) => question.orderPosition > orderPosition) ?? questions.at(-1);
  return (
    <SharedTooltip>
      <ol className={classes.list} aria-label="Questions" ref={setList}>
        {entries.map((entry) =>
          "form" in entry ? (
            <li key="form" className={classes.edited}>
              {entry.form}
            </li>
          ) : "deleted" in entry ? (
            <DeletedQuestion
              key={entry.deleted.id}
              deleted={entry.deleted}
              pending={restoring === entry.deleted.id}
              onRestore={() => onRestore(entry.deleted, besideOf(entry.deleted))}
              isExtending={extending === entry.deleted.id}
              onExtend={() => onExtend(entry.deleted)}
              onOver={() => onOver(entry.deleted, besideOf(entry.deleted))}
            />
          ) : (
            <QuestionRow
              key={entry.question.id}
              question={entry.question}
              condition={entry.question.showIf ? showIfText(entry.question.showIf, all) : null}
              isNamed={entry.question.id === namedId}
              isFirst={entry.index === 0}
              isLast={entry.index === questions.length - 1}
              active={toggling?.id === entry.question.id ? toggling.active : entry.question.active}
              grip={drag.grip(entry.index)}
              dragged={drag.dragged === entry.index}
              style={drag.styleOf(entry.index)}
              {...actions}
            />
          ),
        )}
      </ol>
    </SharedTooltip>
  );
}

type NoQuestionsProps = {
  /** True when there are questions, but none matches the filter. */
  filtered: boolean;
  onAdd: () => void;
  onReset: () => void;
};

export function NoQuestions({ filtered, onAdd, onReset }: NoQuestionsProps) {
  if (filtered) {
    return (
      <EmptyState
        icon={IconListDetails}
        title="Aucune question pour ce public"
        action={
          <Button variant="default" onClick={onReset}>
            Voir toutes les questions
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconListDetails}
      title="Aucune question pour le moment"
      action={
        <Group justify="center">
          <Button variant="default" onClick={onAdd}>
            Créer la première question
          </Button>
          <StartFromSample />
        </Group>
      }
    >
      Sans question, le formulaire ne demande que l’identité du visiteur.
    </EmptyState>
  );
}

/** Fills the empty questionnaire with sample questions that the admin can then edit. */
function StartFromSample() {
  const start = useStartFromSample(focusHeading);
  return (
    <>
      <SavingButton
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        Partir d’un exemple
      </SavingButton>
      <ErrorAlert error={start.error} onClose={start.reset} />
    </>
  );
}
