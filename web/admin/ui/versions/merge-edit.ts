/** The values of a form: as they were loaded, as they stand in the form, and as the server holds them by now. */
export type Edit<Values> = { start: Values; mine: Values; present: Values };

/** Fields that are one decision: whoever touches one of them has decided about all. */
export type Together<Values> = readonly (readonly (keyof Values)[])[];

/** How a field is called, and what a person reads for its value. `html`: a long text, compared line by line. */
export type EditedFields<Values> = {
  [Name in keyof Values]: { label: string; text: (value: Values[Name]) => string; html?: boolean };
};

export type ComparedField = {
  name: string;
  label: string;
  mine: string;
  present: string;
  html: boolean;
  /** False: only the others changed it, and their state stays whatever is decided. */
  touched: boolean;
};

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** My changes on top of the present state: what I did not touch stays as the others left it. */
export function mergeEdit<Values extends object>(
  { start, mine, present }: Edit<Values>,
  together: Together<Values>,
): Values {
  const merged = { ...present };
  for (const name of touchedFields({ start, mine }, together)) merged[name] = mine[name];
  return merged;
}

/** The fields in which my form and the present state differ, in the order of the labels. */
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
