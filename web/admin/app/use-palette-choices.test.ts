import { expect, test } from "vitest";
import { findHelp } from "./use-palette-choices.ts";

test("the palette offers nothing before the first character", () => {
  expect(findHelp("  ")).toEqual([]);
});

test("topics about the search come first, in full", () => {
  expect(findHelp("cnil")).toEqual([{ id: "law", title: "La loi en dix lignes" }]);
  expect(findHelp("dkim")[0]).toEqual({ id: "domain-states", title: "Domaine d’envoi et clés DKIM" });
});

test("a search finds text that a topic only mentions, and names the topic", () => {
  expect(findHelp("limitation")).toContainEqual({
    id: "law",
    title: "La loi en dix lignes",
    mention: "Limitation",
  });
  expect(findHelp("EMPREINTE A CLE")).toEqual([
    { id: "law", title: "La loi en dix lignes", mention: "Effacement" },
  ]);
});

test("one letter finds no mentions, and no word more than four", () => {
  expect(findHelp("e").filter(({ mention }) => mention)).toEqual([]);
  expect(findHelp("message").filter(({ mention }) => mention).length).toBeLessThanOrEqual(4);
});
