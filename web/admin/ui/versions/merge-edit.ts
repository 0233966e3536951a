/** The values of a form: `start` as loaded, `mine` as in the form, `present` as on the server now. */
export type Edit<Values> = { start: Values; mine: Values; present: Values };

/** Groups of fields that belong together: a change of one field counts as a change of all. */
export type Together<Values> = readonly (readonly (keyof Values)[])[];

/** The label of a field, and its value as text. `html`: a long text that is compared line by line. */
export type EditedFields<Values> = {
  [Name in keyof Values]: { label: string; text: (value: Values[Name]) => string; html?: boolean };
};

export type ComparedField = {
  name: string;
  label: string;
  mine: string;
  present: string;
  html: boolean;
  /** False when only other admins changed the field: their value stays with every decision. */
  touched: boolean;
};

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Applies my changes to the server's current values. Fields that I did not change keep the server's value. */
export function mergeEdit<Values extends object>(
  { start, mine, present }: Edit<Values>,
  together: Together<Values>,
): Values {
  const merged = { ...present };
  for (const name of touchedFields({ start, mine }, together)) merged[name] = mine[name];
  return merged;
}

/** The fields in which my form and the server's current values differ, in the order of the labels. */
export function compareFields<Values extends object>(
  { start, mine, present }: Edit<Values>,
  fields: EditedFields<Values>,
  together: Together<Values>,
): ComparedField[] {
  const touched = touchedFields({ start, mine }, together);
  return namesOf(fields)
    .map((name) => ({
      name: String(name),
      label: fields[name].label,
      mine: fields[name].text(mine[name]),
      present: fields[name].text(present[name]),
      html: fields[name].html ?? false,
      touched: touched.has(name),
    }))
    .filter((field) => field.mine !== field.present);
}

function touchedFields<Values extends object>(
  { start, mine }: Pick<Edit<Values>, "start" | "mine">,
  together: Together<Values>,
): Set<keyof Values> {
  const changed = namesOf(mine).filter((name) => !isSame(start[name], mine[name]));
  const decided = together.filter((names) => names.some((name) => changed.includes(name)));
  return new Set([...changed, ...decided.flat()]);
}

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

export type ComparedLine = { text: string; differs: boolean };

/** The number of equal lines shown around a difference. Longer runs of equal lines are folded. */
const around = 1;
/** Beyond this number of line pairs, the texts count as different as a whole. */
const pairsMax = 1_000_000;
const blockEnd = /(<\/(?:p|div|h[1-6]|li|ul|ol|table|tr|blockquote|pre)>|<br *\/?>)(?!\n)/gi;

/** Splits HTML into readable lines, one per block, and shortens embedded pictures. */
export function readableLines(html: string): string[] {
  return html
    .replace(/data:([\w/+.-]+)[^"'\s)>]{40,}/g, "data:$1…")
    .replace(blockEnd, "$1\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** Marks the lines of each text that the other text lacks, by the longest common subsequence. */
export function compareLines(one: string[], other: string[]): [ComparedLine[], ComparedLine[]] {
  const isKept = keptLines(one, other);
  return [
    one.map((text, index) => ({ text, differs: !isKept[0].has(index) })),
    other.map((text, index) => ({ text, differs: !isKept[1].has(index) })),
  ];
}

/** The lines to show. A number replaces that many equal lines. */
export function foldLines(lines: ComparedLine[]): (ComparedLine | number)[] {
  const shown: (ComparedLine | number)[] = [];
  for (const [index, line] of lines.entries()) {
    const near = lines.slice(Math.max(0, index - around), index + around + 1);
    const last = shown.at(-1);
    if (near.some(({ differs }) => differs)) shown.push(line);
    else if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

function keptLines(one: string[], other: string[]): [Set<number>, Set<number>] {
  const kept: [Set<number>, Set<number>] = [new Set(), new Set()];
  if (one.length * other.length > pairsMax) return kept;
  const lengths = commonLengths(one, other);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      kept[0].add(i);
      kept[1].add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}

/** The length of the longest common subsequence of the lines from `i` and from `j` on. */
function commonLengths(one: string[], other: string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i] as number[], lengths[i + 1] as number[]];
    for (let j = other.length - 1; j >= 0; j -= 1) {
      row[j] =
        one[i] === other[j]
          ? (below[j + 1] as number) + 1
          : Math.max(below[j] as number, row[j + 1] as number);
    }
  }
  return lengths;
}
