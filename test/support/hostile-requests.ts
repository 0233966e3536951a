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

/** A call that takes a body, and its strings: `build` puts a text in the place of one of them. */
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

/** @param start a piece's beginning, then what is repeated; @returns at most `length` UTF-16 units */
function filled([start, piece]: readonly [string, string], length: number): string {
  return start + piece.repeat(Math.max(0, Math.floor((length - start.length) / piece.length)));
}

/** Bodies that are strange as a whole: deep, and with many names. */
function strangeBodies(bytes: number): Record<string, string> {
  const depth = Math.floor(bytes / 2) - 10;
  const names = Array.from({ length: Math.min(10_000, Math.floor(bytes / 13)) }, (_, n) => [`n${n}`, "x"]);
  return {
    "deep arrays": "[".repeat(depth) + "]".repeat(depth),
    "10,000 names": JSON.stringify(Object.fromEntries(names)),
    "10,000 names inside": JSON.stringify({ responses: Object.fromEntries(names.slice(0, 4_000)) }),
  };
}

/** Quadratic work takes minutes at this length; a longer text would not show more. */
const tellingBytes = 256 * 1024;

/** How long a text may be so that a body of `bytes` holds it in UTF-8. */
function textLength(piece: readonly [string, string], bytes: number): number {
  const bytesPerUnit = Buffer.byteLength(piece[1]) / piece[1].length;
  return Math.floor((bytes - 4_096) / bytesPerUnit);
}

/**
 * Every hostile body for a call that takes so many bytes: strange as a whole, or with one string filled up. A text within its
 * limit is for what comes after the validation: there what is dear is to normalise it.
 */
export function* hostileBodies(
  { places }: CallWithBody,
  bytes: number,
): Generator<{ what: string; body: string }> {
  for (const [what, body] of Object.entries(strangeBodies(bytes))) yield { what, body };
  for (const { name, maxLength, build } of places) {
    for (const [what, piece] of Object.entries(hostilePieces)) {
      const isLong = maxLength === undefined || maxLength > tellingBytes;
      const whole = textLength(piece, isLong ? bytes : Math.min(bytes, tellingBytes));
      const lengths = what === "marks" ? [whole, Math.min(whole, maxLength ?? whole)] : [whole];
      for (const length of new Set(lengths)) {
        yield { what: `${name} of ${length} ${what}`, body: JSON.stringify(build(filled(piece, length))) };
      }
    }
  }
}

/** Every call of the API that takes a body, with every string in it, as the API describes itself. */
export function callsWithBodies({ paths }: ApiDescription): CallWithBody[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content?.["application/json"]?.schema;
      if (!schema) return [];
      return [{ method: method.toUpperCase(), path: plainPath(path), places: placesOf(schema) }];
    }),
  );
}

/** The largest body that a call takes; those that carry a message's content take more. */
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
  // An object whose names are free: the sign-up's answers.
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

/** A value that the schema takes, as far as a schema tells. */
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
