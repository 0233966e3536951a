import { expect, test } from "vitest";
import { chooseSearchIndex } from "./signup-list.rules.ts";

test.each(["martin", "d’or", "or'", "n'di", "a.fr", "été", "77b"])(
  "%s has a trigram, of three letters or of two at a word’s edge",
  (term) => expect(chooseSearchIndex(term)).toBe("trigrams"),
);

test.each(["qx", "éà", "7b", "中文"])("%s is a pair", (term) => expect(chooseSearchIndex(term)).toBe("pair"));

test.each(["q", "q@", "@", "d’e", "dʼe", "l'", "--", "..."])(
  "%s has no trigram and becomes none by what follows",
  (term) => expect(chooseSearchIndex(term)).toBe("scan"),
);
