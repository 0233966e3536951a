import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconListDetails, IconMessageOff } from "@tabler/icons-react";
import { useState } from "react";
import type { QuestionStats } from "#contract/stats.schema.ts";
import { statsMessages } from "#contract/stats.ts";
import { ExportButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { EmptyState, EmptyStateLink } from "#web/admin/ui/feedback.tsx";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { describeSample } from "./chart-texts.ts";
import { answersAddress, type CountedFilters } from "./stats.api.ts";
import classes from "./stats.module.css";

type Props = { question: QuestionStats | null; filters: CountedFilters };

export function AnswersTable({ question, filters }: Props) {
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="answers-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="answers-title">
          Détail des réponses
        </Title>
        {question && question.answers.length > 0 && (
          <ExportButton address={answersAddress(filters, question.id)} size="xs" />
        )}
      </Group>
      <TableBody question={question} />
    </Paper>
  );
}

function TableBody({ question }: Pick<Props, "question">) {
  if (!question) {
    return (
      <EmptyState
        icon={IconListDetails}
        title={statsMessages.chooseQuestion}
        action={<EmptyStateLink screen="questionnaire">Ouvrir le questionnaire</EmptyStateLink>}
      />
    );
  }
  const sample = describeSample(question);
  return (
    <>
      {question.answers.length === 0 ? (
        <EmptyState
          icon={IconMessageOff}
          title={statsMessages.noAnswerToQuestion}
          action={<EmptyStateLink site="/inscription">Voir le formulaire d’inscription</EmptyStateLink>}
        />
      ) : (
        <AllAnswers key={question.id} question={question} />
      )}
      {sample && (
        <Text size="sm" c="dimmed" mt="sm">
          {sample}
        </Text>
      )}
    </>
  );
}

const answersPerStep = 20;

/** All answers, loaded page by page, because free text may have thousands. */
function AllAnswers({ question }: { question: QuestionStats }) {
  const [shown, setShown] = useState(answersPerStep);
  const left = question.answers.length - shown;
  return (
    <>
      <DataTable
        folds
        caption={`Réponses à « ${question.question} », les plus fréquentes en premier`}
        head={
          <>
            <ColumnHeader>Réponse</ColumnHeader>
            <ColumnHeader data-number>Nombre</ColumnHeader>
            <ColumnHeader data-number>Pourcentage</ColumnHeader>
          </>
        }
      >
        {question.answers.slice(0, shown).map(({ answer, count, percentage }) => (
          <tr key={answer}>
            <RowHeader className={classes.answer ?? ""}>{answer}</RowHeader>
            <td data-number data-beside data-label="Nombre">
              {formatNumber(count)}
            </td>
            <td data-number data-beside data-label="Pourcentage">
              {formatPercent(percentage)}
            </td>
          </tr>
        ))}
      </DataTable>
      {left > 0 && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + 5 * answersPerStep)}>
          Afficher plus de réponses ({formatNumber(left)})
        </Button>
      )}
    </>
  );
}
