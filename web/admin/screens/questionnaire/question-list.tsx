import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { QuestionRow, type RowActions } from "./question-row.tsx";
import classes from "./questionnaire.module.css";

type Props = RowActions & {
  questions: readonly AdminQuestion[];
  /** The question whose switch the server is being asked about. */
  toggling: { id: string; active: boolean } | null;
  /** The question that the address names. */
  namedId: string | null;
};

export function QuestionList({ questions, toggling, namedId, ...actions }: Props) {
  return (
    <ol className={classes.list} aria-label="Questions">
      {questions.map((question, index) => (
        <QuestionRow
          key={question.id}
          question={question}
          isNamed={question.id === namedId}
          isFirst={index === 0}
          isLast={index === questions.length - 1}
          active={toggling?.id === question.id ? toggling.active : question.active}
          {...actions}
        />
      ))}
    </ol>
  );
}
