import { describe, expect, test } from "vitest";
import { isDatabaseUnavailable, uniqueViolation } from "./database-errors.ts";

function databaseError(code: string, fields: object = {}): Error {
  return Object.assign(new Error(`error ${code}`), { code, ...fields });
}

describe("an unavailable database", () => {
  test.each(["ECONNREFUSED", "08006", "53100", "53300", "55000", "57P01", "57P03", "58030"])(
    "%s means that the database is unavailable",
    (code) => {
      expect(isDatabaseUnavailable(databaseError(code))).toBe(true);
    },
  );

  test.each(["23505", "22P02", "42601", "57014", "ENOENT"])(
    "%s does not mean that the database is unavailable",
    (code) => {
      expect(isDatabaseUnavailable(databaseError(code))).toBe(false);
    },
  );

  test("an unavailable database is recognised inside the error that Drizzle wraps around it, and inside an aggregate", () => {
    const refused = databaseError("ECONNREFUSED");
    expect(isDatabaseUnavailable(new Error("Failed query", { cause: refused }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([new Error("other"), refused]))).toBe(true);
  });

  test("an unavailable database is recognised by pg's and pg-pool's messages, which carry no code", () => {
    expect(isDatabaseUnavailable(new Error("Connection terminated unexpectedly"))).toBe(true);
    expect(isDatabaseUnavailable(new Error("timeout exceeded when trying to connect"))).toBe(true);
  });

  test("a value that is no error is never taken for an unavailable database", () => {
    expect(isDatabaseUnavailable({ code: "57P01" })).toBe(false);
    expect(isDatabaseUnavailable(null)).toBe(false);
  });
});

test("a unique violation gives its constraint, every other error null", () => {
  const violation = databaseError("23505", { constraint: "signups_email_key" });
  expect(uniqueViolation(new Error("Failed query", { cause: violation }))).toBe("signups_email_key");
  expect(uniqueViolation(databaseError("23503", { constraint: "x" }))).toBe(null);
});
