import { expect, test } from "vitest";
import { findHelp } from "./use-palette-choices.ts";

test("the palette offers no help topic before the first character", () => {
  expect(findHelp("  ")).toEqual([]);
});

test("help topics about the search come first, with their full title", () => {
  expect(findHelp("cnil")).toEqual([{ id: "law", title: "La loi en dix lignes" }]);
  expect(findHelp("dkim")[0]).toEqual({ id: "domain-states", title: "Domaine d’envoi et clés DKIM" });
});

test("a search in the palette finds text that a help topic mentions, and names the topic", () => {
  expect(findHelp("limitation")).toContainEqual({
    id: "law",
    title: "La loi en dix lignes",
    mention: "Limitation",
  });
  expect(findHelp("EMPREINTE A CLE")).toEqual([
    { id: "law", title: "La loi en dix lignes", mention: "Effacement" },
  ]);
});

test("a single letter finds no mentions in the help, and a word finds at most four", () => {
  expect(findHelp("e").filter(({ mention }) => mention)).toEqual([]);
  expect(findHelp("message").filter(({ mention }) => mention).length).toBeLessThanOrEqual(4);
});
