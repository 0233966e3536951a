import { expect, test } from "vitest";
import { superlinearOn } from "#test/support/expression-speed.ts";
import { expressionsIn, productExpressions } from "#test/support/product-expressions.ts";

test("every regular expression of the product takes linear time over 64 KB of its worst input", () => {
  const expressions = productExpressions();
  expect(expressions.length).toBeGreaterThan(250);
  const superlinear = expressions.flatMap(({ place, expression }) => {
    const attack = superlinearOn(expression);
    return attack === null ? [] : `${place} ${expression} by ${attack}`;
  });
  expect(superlinear).toEqual([]);
});

test.each([
  [/\s+$/, 16],
  [/<img\b[^>]*>/, 48], // fast for its length, so a shorter text cannot be measured reliably
  [/ *[^ ]+/, 16],
  [/\salt="[^"]*\S[^"]*"/i, 16],
  [/begin\s+"(?<name>[^"]+)"[^;]*;?\s*$/, 16],
])("the check finds %s quadratic over %i KB", (expression, kilobytes) => {
  expect(superlinearOn(expression, { length: kilobytes * 1024 })).toMatch(/"unit"/);
});

test.each([/(a|aa)+$/, /^(?:\w+\s?)*$/])(
  "the expression %s, which takes too long, is stopped and reported",
  (expression) => {
    expect(superlinearOn(expression, { limitMs: 1_000 })).toBe("no end within the limit");
  },
);

test("the check finds regular expressions in every notation", () => {
  const source = [
    "const a = /a/gi;",
    'new RegExp("b+", "u");',
    "const c = <p>{/c/.test(x)}</p>;",
    "RegExp(`^$" + "{name}$`);",
  ];
  expect(expressionsIn("some.tsx", source.join("\n"))).toEqual([
    { place: "some.tsx:1", expression: /a/gi },
    { place: "some.tsx:2", expression: /b+/u },
    { place: "some.tsx:3", expression: /c/ },
    { place: "some.tsx:4", expression: /^x$/ },
  ]);
  expect(() => expressionsIn("some.ts", "new RegExp(parts.join('|'))")).toThrow("some.ts:1: write");
});
