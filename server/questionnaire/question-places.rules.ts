/** A question, live or just deleted, and its place among the others. */
export type QuestionPlace = { id: string; place: number; deleted: boolean };

/**
 * The places of questions in the given order. Live questions are numbered from 1; a deleted question gets a place between its
 * neighbours (2.5 is after the second), so that it returns there even if others are deleted meanwhile.
 */
export function numberPlaces(sequence: readonly Pick<QuestionPlace, "id" | "deleted">[]): QuestionPlace[] {
  let live = 0;
  return sequence.map(({ id, deleted }, index) => {
    if (!deleted) return { id, deleted, place: ++live };
    const before = countLeadingDeleted(sequence.slice(0, index).reverse());
    const after = countLeadingDeleted(sequence.slice(index + 1));
    return { id, deleted, place: live + (before + 1) / (before + after + 2) };
  });
}

/** How many deleted questions come before the first live one. */
function countLeadingDeleted(sequence: readonly { deleted: boolean }[]): number {
  const live = sequence.findIndex(({ deleted }) => !deleted);
  return live === -1 ? sequence.length : live;
}

/** The places after a question was deleted or restored. */
export function withDeleted(places: readonly QuestionPlace[], id: string, deleted: boolean): QuestionPlace[] {
  const ordered = places.toSorted((a, b) => a.place - b.place);
  return numberPlaces(ordered.map((entry) => (entry.id === id ? { ...entry, deleted } : entry)));
}

/** The places after a copy was inserted directly after its original. */
export function withCopy(places: readonly QuestionPlace[], id: string, copy: string): QuestionPlace[] {
  const ordered = places.toSorted((a, b) => a.place - b.place);
  return numberPlaces(
    ordered.flatMap((entry) => (entry.id === id ? [entry, { id: copy, deleted: false }] : [entry])),
  );
}
