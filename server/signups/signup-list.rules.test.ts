import { expect, test } from "vitest";
import { chooseSearchIndex } from "./signup-list.rules.ts";

test.each(["martin", "d’or", "or'", "n'di", "a.fr", "été", "77b"])(
  "the search %s has a trigram, of three letters or of two at a word’s edge",
  (term) => expect(chooseSearchIndex(term)).toBe("trigrams"),
);

test.each(["qx", "éà", "7b", "中文"])("the search %s is a pair of letters", (term) =>
  expect(chooseSearchIndex(term)).toBe("pair"),
);

test.each(["q", "q@", "@", "d’e", "dʼe", "l'", "--", "..."])(
  "the search %s contains no trigram, so the index of trigrams cannot find it",
  (term) => expect(chooseSearchIndex(term)).toBe("scan"),
);
