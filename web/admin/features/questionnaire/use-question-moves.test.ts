import { expect, test } from "vitest";
import { landingPlace, moveEntry, moveOfKey, positionText } from "./use-question-moves.ts";

test("an entry moves up or down, and not beyond the ends of the list", () => {
  expect(moveEntry(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveEntry(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moveEntry(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  expect(moveEntry(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("a dragged entry lands before the entries whose middle it has not passed", () => {
  const middles = [10, 30, 80];
  expect([landingPlace(middles, 0, 29), landingPlace(middles, 0, 31), landingPlace(middles, 0, 99)]).toEqual([
    0, 1, 2,
  ]);
  expect([landingPlace(middles, 2, 29), landingPlace(middles, 2, 5)]).toEqual([1, 0]);
});

test("arrow keys move an entry only with Alt", () => {
  expect(moveOfKey({ key: "ArrowUp", altKey: true })).toBe("up");
  expect(moveOfKey({ key: "ArrowDown", altKey: true })).toBe("down");
  expect(moveOfKey({ key: "ArrowDown", altKey: false })).toBeNull();
  expect(moveOfKey({ key: "a", altKey: true })).toBeNull();
});

test("a moved item is announced with its place", () => {
  expect(positionText("Lin", 1, 4)).toBe("Lin, position 2 sur 4");
});
