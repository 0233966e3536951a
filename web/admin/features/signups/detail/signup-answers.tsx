import { Text } from "@mantine/core";
import type { SignupAnswer } from "#contract/signup.schema.ts";
import classes from "./detail.module.css";

/** Answers next to their questions, also to a question that was deleted since. */
export function SignupAnswers({ answers }: { answers: SignupAnswer[] }) {
  if (answers.length === 0) return <Text c="dimmed">Aucune réponse</Text>;
  return (
    <dl className={classes.answers}>
      {answers.map(({ questionId, question, value }) => (
        <div key={questionId}>
          <dt>{question ?? "Question supprimée"}</dt>
          <dd>
            <bdi>{typeof value === "string" ? value : <AnswerList values={value} />}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AnswerList({ values }: { values: string[] }) {
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}
