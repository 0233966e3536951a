import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { isNode, literalValue, type Node, visit } from "#scripts/walls/code-file.ts";
import { testFile } from "#scripts/walls/walls.ts";

/** A regular expression of the product; `place` is its file and line. */
export type ProductExpression = { place: string; expression: RegExp };

const root = resolve(import.meta.dirname, "../..");

/** @throws Error for an expression that is not built from a literal or a template, because it cannot be tested */
export function productExpressions(): ProductExpression[] {
  const paths = globSync("{contract,db,server,web}/**/*.{ts,tsx}", { cwd: root }).sort();
  return paths
    .filter((path) => !testFile.test(path))
    .flatMap((path) => expressionsIn(path, readFileSync(join(root, path), "utf8")));
}

export function expressionsIn(path: string, text: string): ProductExpression[] {
  const found: ProductExpression[] = [];
  visit(parseSync(path, text).program, (node) => {
    const place = `${path}:${text.slice(0, node.start).split("\n").length}`;
    const expression = literalExpression(node) ?? builtExpression(node, place);
    if (expression) found.push({ place, expression });
  });
  return found;
}

function literalExpression({ regex }: Node): RegExp | null {
  const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
  return pattern === undefined ? null : new RegExp(pattern, flags);
}

/** The expression of a call `RegExp(…)`, with or without `new`. Values that are unknown in the source become "x". */
function builtExpression(node: Node, place: string): RegExp | null {
  const isBuilt = isNode(node.callee) && node.callee.name === "RegExp";
  if (!isBuilt) return null;
  const [pattern, flags] = node.arguments as Node[];
  const source = literalValue(pattern) ?? templateText(pattern);
  if (source === null) throw new Error(`${place}: write the expression as a literal or a template`);
  return new RegExp(source, literalValue(flags) ?? "");
}

function templateText(node: Node | undefined): string | null {
  if (node?.type !== "TemplateLiteral") return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join("x");
}
