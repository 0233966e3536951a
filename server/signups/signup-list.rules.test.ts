import { expect, test } from "vitest";
import { wayOf } from "./signup-list.rules.ts";

test.each(["martin", "d’or", "or'", "n'di", "a.fr", "été", "77b"])(
  "%s has a trigram, of three letters or of two at a word’s edge",
  (term) => expect(wayOf(term)).toBe("trigrams"),
);

test.each(["qx", "éà", "7b", "中文"])("%s is a pair", (term) => expect(wayOf(term)).toBe("pair"));

test.each(["q", "q@", "@", "d’e", "dʼe", "l'", "--", "..."])(
  "%s has no trigram and becomes none by what follows",
  (term) => expect(wayOf(term)).toBe("scan"),
);
