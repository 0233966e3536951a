import { describe, expect, test } from "vitest";
import { limits } from "./limits.ts";
import { foreignLines, quoteWords, serverWords } from "./quoted-words.ts";

const quoted = (words: string) => `Réponse du serveur distant\u00a0: «\u00a0${words}\u00a0»`;

describe("words of another server", () => {
  test.each([
    ["plain", "550 5.1.1 user unknown", "550 5.1.1 user unknown"],
    ["in several lines", "550-no\r\n550 such\tuser\u2028", "550-no 550 such user"],
    ["with control characters", "550 \u0000\u001b[31mno\u009f", "550 [31mno"],
    ["that turn the reading order", "550 \u202eon\u202c \u2066x\u2069\u200f\u061c", "550 on x"],
    ["that show nothing", "sp\u00ada\u200bm\ufeff\u{e0041}", "spam"],
    ["with half a pair", "a\ud83db\udc57", "ab"],
    ["that end the quotation", "non » Tenue : « oui", 'non " Tenue : " oui'],
    ["without any", " \u202e\n", ""],
  ])("words of another server, %s, are quoted as one harmless line", (_what, words, shown) => {
    expect(quoteWords("Réponse du serveur distant", words)).toBe(quoted(shown));
  });

  test("words of another server are cut at a fixed length, never within a surrogate pair", () => {
    const max = limits.transportErrorTextMax;
    expect(serverWords("é".repeat(100_000))).toBe("é".repeat(max));
    expect(serverWords(`${"x".repeat(max - 1)}👗`)).toBe("x".repeat(max - 1));
  });

  test("words of another server do not change when they are cut again", () => {
    const once = serverWords(`550 \u202e${"mot ".repeat(100)}`);
    expect(serverWords(once)).toBe(once);
  });
});

test("report headers keep their lines and lose invisible characters", () => {
  expect(foreignLines("To: a\r\n\tb\nSubject: \u202ex\u202c\u0000\ud83d")).toBe("To: a\n\tb\nSubject: x");
});
