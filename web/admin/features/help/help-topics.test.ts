import { expect, test } from "vitest";
import { screens } from "#web/admin/app/screens.ts";
import { findTopics, helpTopics } from "./help-topics.ts";

const titles = (typed: string) => findTopics(typed).map(({ title }) => title);

test("an empty search finds every topic whole", () => {
  expect(findTopics("")).toEqual(helpTopics);
  expect(findTopics("  ")).toEqual(helpTopics);
});

test("a search ignores accents and capitals and finds a topic whole by its title", () => {
  expect(findTopics("ETATS d'une inscription")).toEqual([
    helpTopics.find(({ id }) => id === "signup-states"),
  ]);
  expect(titles("cnil")).toEqual(["La loi en dix lignes"]);
});

test("a search that matches one entry finds that entry alone", () => {
  const [topic, ...others] = findTopics("empreinte a cle");
  expect(others).toEqual([]);
  expect(topic?.entries.map(({ term }) => term)).toEqual(["Effacement"]);
  expect(titles("zzz")).toEqual([]);
});

test("the topic about the law has ten lines", () => {
  expect(helpTopics.find(({ id }) => id === "law")?.entries).toHaveLength(10);
});

test("every topic has its own address and links to an existing screen", () => {
  const ids = helpTopics.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const paths = screens.map(({ path }) => path);
  for (const { screen } of helpTopics) if (screen) expect(paths).toContain(screen.path.split("?")[0]);
});

test.each([
  "sauvegarde",
  "DKIM",
  "invitation",
  "mot de passe",
  "double authentification",
  "vue",
  "rectifier",
])("the help explains '%s'", (word) => {
  expect(findTopics(word)).not.toEqual([]);
});
