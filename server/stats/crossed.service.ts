import { addresses } from "#contract/audience.ts";
import { crossedBaseMin, crossedMessages, type ExportedCell, exportedCells } from "#contract/crossed.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { presentOption, type SegmentQuestion } from "#contract/segments.ts";
import type { Crossed, CrossedQuery } from "#contract/stats.schema.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { findQuestionsWithFormerOptions } from "#server/questionnaire/active-questions.service.ts";
import { type CrossedCounts, getCrossedCounts } from "./crossed.queries.ts";
import { getCounted, questionNotFound } from "./stats.service.ts";

/**
 * Counts each pair of answers to two choice questions. Gives no rows when fewer than ten people answered both.
 * @throws ApiError 404 for an unknown question or segment, 400 for a question that is not a choice
 */
export async function getCrossedAnswers(db: Db, query: CrossedQuery): Promise<Crossed> {
  const questions = await findQuestionsWithFormerOptions(db);
  const [question, by] = (["question", "by"] as const).map((field) => {
    const found = questions.find(({ id }) => id === query[field]);
    if (!found) throw questionNotFound();
    if (!isChoice(found.fieldType)) throw invalid({ [field]: crossedMessages.choicesOnly });
    return found;
  }) as [AskedQuestion, AskedQuestion];
  if (question.id === by.id) throw invalid({ by: crossedMessages.sameQuestion });
  const { audiences, segment } = await getCounted(db, query, questions);
  // Leaves out audiences that are no longer asked, because the lists that a cell opens do not contain their answers.
  const asked = audiences.filter((one) =>
    [question, by].every(({ targetType }) => addresses(targetType, one)),
  );
  if (asked.length === 0) return withoutTable(0);
  const counted = await getCrossedCounts(db, {
    ...{ audiences: asked, segment, status: query.status },
    ...{ question: question.id, by: by.id },
  });
  if (counted.base < crossedBaseMin) return withoutTable(counted.base);
  return tableOf(counted, { question, by });
}

const withoutTable = (base: number): Crossed => ({ base, rows: [], columns: [], cells: [] });

/** The crossed answers for a spreadsheet, in which cells of fewer than five people are hidden. */
export async function exportCrossedAnswers(
  db: Db,
  query: CrossedQuery,
  actor: string,
): Promise<{ columns: string[]; rows: { answer: string; cells: ExportedCell[] }[] }> {
  const { rows, columns, cells } = await getCrossedAnswers(db, query);
  await recordEntry(db, { actor, action: "stats.exported", subject: query.question });
  const exported = exportedCells(cells);
  return {
    columns: columns.map(({ answer }) => answer),
    rows: rows.map(({ answer }, index) => ({ answer, cells: exported[index] ?? [] })),
  };
}

type AskedQuestion = Awaited<ReturnType<typeof findQuestionsWithFormerOptions>>[number];
type Questions = { question: SegmentQuestion; by: SegmentQuestion };

/** The table with the current names of options, in the order of the questions. Answers that are no longer an option come last. */
function tableOf({ base, ...counted }: CrossedCounts, { question, by }: Questions): Crossed {
  const rows = countByOption(question, counted.rows);
  const columns = countByOption(by, counted.columns);
  const pairs = new Map<string, number>();
  for (const cell of counted.cells) {
    const pair = JSON.stringify([presentName(question, cell.row), presentName(by, cell.column)]);
    pairs.set(pair, (pairs.get(pair) ?? 0) + cell.count);
  }
  const cells = rows.map((row) =>
    columns.map((column) => pairs.get(JSON.stringify([row.answer, column.answer])) ?? 0),
  );
  return { base, rows, columns, cells };
}

function countByOption(question: SegmentQuestion, counts: CrossedCounts["rows"]): Crossed["rows"] {
  const sums = new Map((question.options ?? []).map((option) => [option, 0]));
  for (const { answer, count } of counts) {
    const name = presentName(question, answer);
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums].map(([answer, count]) => ({
    answer,
    count,
    isOption: question.options?.includes(answer) ?? false,
  }));
}

function presentName(question: SegmentQuestion, answer: string): string {
  return presentOption(question, answer) ?? answer;
}
