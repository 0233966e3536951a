import { limits } from "#contract/limits.ts";

/** The part of JSON Schema that the description of the API uses. */
type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = { requestBody?: { content?: Record<string, { schema?: Schema }> } };
export type ApiDescription = { paths: Record<string, Record<string, Operation>> };

/** A call with a body, and the strings of that body. `build` makes a body in which one string is the given text. */
export type CallWithBody = {
  method: string;
  path: string;
  places: { name: string; maxLength: number | undefined; build: (text: string) => unknown }[];
};

/** Input that is cheap to send and was expensive to parse: each is repeated up to the size limit. */
const hostilePieces = {
  marks: ["a", `${"\u0301".repeat(50)}${"\u0323".repeat(50)}`],
  brackets: ["", "<"],
  "at signs": ["", "a@"],
  spaces: ["", " "],
} as const;

/** @param piece its start, and the part that is repeated after it; @returns at most `length` UTF-16 units */
function filled([start, piece]: readonly [string, string], length: number): string {
  return start + piece.repeat(Math.max(0, Math.floor((length - start.length) / piece.length)));
}

/** Bodies with a strange structure: deeply nested, or with many names. */
function strangeBodies(bytes: number): Record<string, string> {
  const depth = Math.floor(bytes / 2) - 10;
  const names = Array.from({ length: Math.min(10_000, Math.floor(bytes / 13)) }, (_, n) => [`n${n}`, "x"]);
  return {
    "deep arrays": "[".repeat(depth) + "]".repeat(depth),
    "10,000 names": JSON.stringify(Object.fromEntries(names)),
    "10,000 names inside": JSON.stringify({ responses: Object.fromEntries(names.slice(0, 4_000)) }),
  };
}

/** Quadratic work takes minutes at this length, so longer texts are not needed. */
const probeBytes = 256 * 1024;

/** The maximum length of a text that fits in UTF-8 into a body of `bytes`. */
function textLength(piece: readonly [string, string], bytes: number): number {
  const bytesPerUnit = Buffer.byteLength(piece[1]) / piece[1].length;
  return Math.floor((bytes - 4_096) / bytesPerUnit);
}

/**
 * Every hostile body for a call that accepts `bytes`: with a strange structure, or with one long string. A string of marks within
 * its limit passes the validation, and normalising it is the expensive step afterwards.
 */
export function* hostileBodies(
  { places }: CallWithBody,
  bytes: number,
): Generator<{ what: string; body: string }> {
  for (const [what, body] of Object.entries(strangeBodies(bytes))) yield { what, body };
  for (const { name, maxLength, build } of places) {
    for (const [what, piece] of Object.entries(hostilePieces)) {
      const isLong = maxLength === undefined || maxLength > probeBytes;
      const whole = textLength(piece, isLong ? bytes : Math.min(bytes, probeBytes));
      const lengths = what === "marks" ? [whole, Math.min(whole, maxLength ?? whole)] : [whole];
      for (const length of new Set(lengths)) {
        yield { what: `${name} of ${length} ${what}`, body: JSON.stringify(build(filled(piece, length))) };
      }
    }
  }
}

/** Every call with a body and every string of it, from the description of the API. */
export function callsWithBodies({ paths }: ApiDescription): CallWithBody[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content?.["application/json"]?.schema;
      if (!schema) return [];
      return [{ method: method.toUpperCase(), path: plainPath(path), places: placesOf(schema) }];
    }),
  );
}

/** The maximum sizes of bodies: for calls with a message's content, and for the others. */
export const bodySizes = [limits.emailBodyBytes, limits.bodyBytes] as const;

const plainPath = (path: string) =>
  path.replace("{audience}", "user").replace(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000");

function placesOf(schema: Schema): CallWithBody["places"] {
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (branches) return branches.flatMap(placesOf);
  if (schema.enum || "const" in schema) return [];
  if (schema.properties) return placesOfObject(schema.properties, sampleOf(schema) as object);
  if (schema.items) {
    return placesOf(schema.items).map(({ build, ...place }) => ({
      ...place,
      build: (text) => [build(text)],
    }));
  }
  if (isOf(schema, "string")) return [{ name: "", maxLength: schema.maxLength, build: (text) => text }];
  // An object with any names: the answers of a sign-up.
  if (isOf(schema, "object")) return [{ name: "*", maxLength: undefined, build: (text) => ({ any: text }) }];
  return [];
}

function placesOfObject(properties: Record<string, Schema>, sample: object): CallWithBody["places"] {
  return Object.entries(properties).flatMap(([key, inner]) =>
    placesOf(inner).map(({ name, maxLength, build }) => ({
      name: name === "" ? key : `${key}.${name}`,
      maxLength,
      build: (text: string) => ({ ...sample, [key]: build(text) }),
    })),
  );
}

/** A value that the schema accepts. Rules that a schema cannot express are ignored. */
function sampleOf(schema: Schema): unknown {
  const [branch] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (branch) return sampleOf(branch);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, sampleOf(inner)]),
    );
  }
  if (schema.items) return [sampleOf(schema.items)];
  if (isOf(schema, "boolean")) return true;
  if (isOf(schema, "integer") || isOf(schema, "number")) return Math.max(1, schema.minimum ?? 1);
  if (isOf(schema, "object")) return {};
  return (
    { email: "zoe@exemple.fr", uuid: "00000000-0000-4000-8000-000000000000" }[schema.format ?? ""] ?? "texte"
  );
}

function isOf({ type }: Schema, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}
