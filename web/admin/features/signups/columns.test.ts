import { expect, test } from "vitest";
import { columnsText, readColumns } from "./columns.ts";

const question = "00000000-0000-4000-8000-000000000001";

test("an address without columns shows the default columns", () => {
  expect(readColumns("user", "")).toEqual({ base: ["email", "date", "status"], questions: [] });
  expect(readColumns("brand", "")).toEqual({ base: ["website", "date", "status"], questions: [] });
  expect(columnsText("brand", readColumns("brand", ""))).toBe("");
});

test("columns are written to and read from the address in one order", () => {
  const text = columnsText("user", { base: ["status", "email"], questions: [question] });
  expect(text).toBe(`email,status,${question}`);
  expect(readColumns("user", text)).toEqual({ base: ["email", "status"], questions: [question] });
  expect(readColumns("user", columnsText("user", { base: [], questions: [] })).base).toEqual([]);
});

test("the columns 'source' and 'news' are shown when they are chosen", () => {
  const text = columnsText("brand", { base: ["status", "news", "source"], questions: [] });
  expect(text).toBe("status,source,news");
  expect(readColumns("brand", text)).toEqual({ base: ["status", "source", "news"], questions: [] });
});

test("unknown and repeated columns are left out", () => {
  expect(readColumns("user", `website,prix,${question},${question}`)).toEqual({
    base: [],
    questions: [question],
  });
});
