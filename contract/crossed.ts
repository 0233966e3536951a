/** Rules of crossed answers: two choice questions, one in the rows and one in the columns. */

/** The table is shown only when at least this many people answered both questions. */
export const crossedBaseMin = 10;
/** An export hides smaller cells, because so few people could be recognised. */
const crossedCellMin = 5;

export const crossedMessages = {
  choicesOnly: "Seules les questions à choix se croisent.",
  sameQuestion: "Choisissez deux questions différentes.",
  baseTooSmall: `Moins de ${crossedBaseMin} personnes ont répondu aux deux questions\u00a0: le tableau n’est pas montré.`,
} as const;

export type ExportedCell = number | "<5" | "masqué";

/**
 * The cells of an export: counts of 1 to 4 become '<5'. The sums of rows and columns are known from the answers to each question.
 * A reader could compute a single hidden cell from them, so the smallest other cell of that row or column is hidden too.
 */
export function exportedCells(cells: readonly number[][]): ExportedCell[][] {
  const exported: ExportedCell[][] = cells.map((row) =>
    row.map((count) => (count > 0 && count < crossedCellMin ? "<5" : count)),
  );
  const width = cells[0]?.length ?? 0;
  const lines = [
    ...cells.map((row, y) => row.map((_, x) => ({ x, y }))),
    ...Array.from({ length: width }, (_, x) => cells.map((_, y) => ({ x, y }))),
  ];
  const read = ({ x, y }: { x: number; y: number }) => exported[y]?.[x] ?? 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const line of lines) {
      const shown = line.filter((place) => typeof read(place) === "number" && read(place) !== 0);
      if (line.filter((place) => typeof read(place) === "string").length !== 1) continue;
      const [smallest] = shown.sort((one, other) => Number(read(one)) - Number(read(other)));
      const row = smallest && exported[smallest.y];
      if (!row) continue;
      row[smallest.x] = "masqué";
      changed = true;
    }
  }
  return exported;
}
