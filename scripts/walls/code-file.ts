import { parseSync } from "oxc-parser";

/** The facts of one source file that the walls read. */
export type CodeFile = {
  path: string;
  lines: number;
  /** The imports, including `import type` and `import()`: a path of the project or a package's name. */
  imports: Import[];
  /** Texts of string and template literals, which may hold SQL. */
  literals: string[];
  /** SQL names of the tables that the file declares. */
  tables: string[];
};

type Import = { target: string; names: string[] };

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * @param path relative to the root, with slashes
 * @throws Error when the text is not TypeScript
 */
export function readCodeFile(path: string, text: string): CodeFile {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lines = text.split("\n").length;
  const file: CodeFile = { path, lines, imports: [], literals: [], tables: [] };
  visit(program as unknown as Node, (node) => note(file, node));
  return file;
}

/** Calls `enter` for every node below a value of the syntax tree. */
export function visit(value: unknown, enter: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, enter);
  else if (isNode(value)) {
    enter(value);
    for (const child of Object.values(value)) if (typeof child === "object") visit(child, enter);
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function note(file: CodeFile, node: Node): void {
  const target = importedBy(node);
  if (target) file.imports.push({ target: resolveImport(file.path, target), names: namesOf(node) });
  else if (node.type === "Literal" && typeof node.value === "string") file.literals.push(node.value);
  else if (node.type === "TemplateElement") file.literals.push((node.value as { raw: string }).raw);
  else if (node.type === "CallExpression") file.tables.push(...declaredTable(node));
}

/** The four ways to name another file: import, export … from, import(), and a worker's or picture's URL. */
function importedBy(node: Node): string | null {
  if (/^(Import|Export\w*)Declaration$|^ImportExpression$|^TSImportType$/.test(node.type))
    return literalValue(node.source);
  if (node.type !== "NewExpression") return null;
  const [address, base] = node.arguments as Node[];
  return base?.type === "MemberExpression" ? relativeOnly(literalValue(address)) : null;
}

function declaredTable({ callee, arguments: given }: Node): string[] {
  const isTable = isNode(callee) && callee.name === "pgTable";
  const name = isTable ? literalValue((given as Node[])[0]) : null;
  return name ? [name] : [];
}

const relativeOnly = (specifier: string | null) => (specifier?.startsWith(".") ? specifier : null);

export function literalValue(node: unknown): string | null {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

function namesOf(node: Node): string[] {
  const specifiers = (node.specifiers ?? []) as Node[];
  return specifiers.map(({ imported, local }) => ((imported ?? local) as { name?: string }).name ?? "*");
}

/** `#server/x.ts` and `../x.ts` become `server/x.ts`; a package keeps its name. */
function resolveImport(from: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, "");
  if (plain.startsWith("#")) return plain.slice(1);
  if (plain.startsWith("node:") || !plain.startsWith(".")) return `package:${packageOf(plain)}`;
  const steps = from.split("/").slice(0, -1);
  for (const part of plain.split("/")) {
    if (part === "..") steps.pop();
    else if (part !== ".") steps.push(part);
  }
  return steps.join("/");
}

const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
