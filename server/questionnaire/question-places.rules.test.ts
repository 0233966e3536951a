import { expect, test } from "vitest";
import { numberPlaces, type QuestionPlace, withDeleted } from "./question-places.rules.ts";

const sequence = (text: string) =>
  numberPlaces(
    [...text].map((letter) => ({ id: letter.toUpperCase(), deleted: letter !== letter.toUpperCase() })),
  );
const described = (places: readonly QuestionPlace[]) => places.map(({ id, place }) => `${id} ${place}`);

test("live questions are numbered from 1, and a deleted question has a place between its neighbours", () => {
  expect(described(sequence("AbC"))).toEqual(["A 1", "B 1.5", "C 2"]);
  expect(described(sequence("aBcd"))).toEqual(["A 0.5", "B 1", `C ${1 + 1 / 3}`, `D ${1 + 2 / 3}`]);
});

test.each(["BC", "CB", "CDB", "DCBA"])(
  "questions deleted in the order %s all return to their places",
  (gone) => {
    let places = sequence("ABCDE");
    for (const id of gone) places = withDeleted(places, id, true);
    expect(places.map(({ id }) => id)).toEqual(["A", "B", "C", "D", "E"]);
    for (const id of gone) places = withDeleted(places, id, false);
    expect(described(places)).toEqual(["A 1", "B 2", "C 3", "D 4", "E 5"]);
  },
);
