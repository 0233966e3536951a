import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, test } from "vitest";
import { createLogger } from "./logger.ts";

function logged(format: "json" | "text", details: Record<string, unknown>): string {
  const lines: string[] = [];
  createLogger(format, (line) => lines.push(line) > 0).error("request failed", details);
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

describe("a failed statement", () => {
  const parameters = ["zoe@exemple.fr", "première ligne\nseconde ligne secrète\n    at fausse ligne"];
  const error = new DrizzleQueryError(
    "insert into beta_signups values ($1, $2)",
    parameters,
    new Error("disk full"),
  );

  test.each(["json", "text"] as const)(
    "is logged without its parameters, also with line breaks in them (%s)",
    (format) => {
      const line = logged(format, { error });
      for (const secret of ["zoe@exemple.fr", "première", "secrète", "fausse"])
        expect(line).not.toContain(secret);
      expect(line).toContain("insert into beta_signups values ($1, $2)");
      expect(line).toContain("disk full");
      expect(line).toContain("logger.test.ts");
    },
  );

  test("is logged without its parameters also as the cause of another error", () => {
    const line = logged("json", { error: new Error("export broke off", { cause: error }) });
    expect(line).toContain("export broke off");
    expect(line).not.toMatch(/exemple|secr/);
  });
});

test("an entry is one line of JSON, or one readable line", () => {
  expect(JSON.parse(logged("json", { job: "a\nb" }))).toMatchObject({
    level: "error",
    message: "request failed",
    job: "a\nb",
  });
  expect(logged("text", { job: "a\nb" })).toBe('error: request failed job="a\\nb"');
});
