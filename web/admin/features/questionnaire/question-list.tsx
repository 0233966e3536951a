import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { type DeletedEntry, DeletedQuestion } from "./deleted-question.tsx";
import { QuestionRow, type RowActions } from "./question-row.tsx";
import classes from "./questionnaire.module.css";
import { useDragOrder } from "./use-question-moves.ts";

type QuestionListProps = RowActions & {
  questions: readonly AdminQuestion[];
  deleted: readonly DeletedEntry[];
  /** The question that is being put back. */
  restoring: string | null;
  /** @param beside the question after the deleted one, or else before it */
  onRestore: (deleted: DeletedEntry, beside: AdminQuestion | undefined) => void;
  onOver: (deleted: DeletedEntry, beside: AdminQuestion | undefined) => void;
  /** A question was dragged to another place among the shown ones. */
  onDrop: (from: number, to: number) => void;
  /** The question whose switch the server is being asked about. */
  toggling: { id: string; active: boolean } | null;
  /** The question that the address names. */
  namedId: string | null;
};

/** The questions in order; a question that was just deleted leaves its undo notice in its place. */
export function QuestionList({
  questions,
  deleted,
  toggling,
  namedId,
  restoring,
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
  ].sort((a, b) => a.place - b.place);
  const besideOf = ({ orderPosition }: DeletedEntry) =>
    questions.find((question) => question.orderPosition > orderPosition) ?? questions.at(-1);
  return (
    <SharedTooltip>
      <ol className={classes.list} aria-label="Questions" ref={setList}>
        {entries.map((entry) =>
          "deleted" in entry ? (
            <DeletedQuestion
              key={entry.deleted.id}
              deleted={entry.deleted}
              pending={restoring === entry.deleted.id}
              onRestore={() => onRestore(entry.deleted, besideOf(entry.deleted))}
              onOver={() => onOver(entry.deleted, besideOf(entry.deleted))}
            />
          ) : (
            <QuestionRow
              key={entry.question.id}
              question={entry.question}
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
