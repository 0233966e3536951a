import { z } from "zod";

/** The parameters of an address: what each may hold, and by `catch` what it is when absent or not understood. */
export type AddressSchema = z.ZodObject<Record<string, z.ZodType<string | number | null>>>;

/** Reads an address that anybody may have typed: what is not understood is the default. */
export function readAddress<Schema extends AddressSchema>(
  schema: Schema,
  query: URLSearchParams,
): z.infer<Schema> {
  return schema.parse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, query.get(name)])));
}

/** The address after a change. Defaults are left out of it; parameters that the schema does not know stay. */
export function changeAddress<Schema extends AddressSchema>(
  schema: Schema,
  query: URLSearchParams,
  change: Partial<z.infer<Schema>>,
): URLSearchParams {
  const defaults: Record<string, unknown> = readAddress(schema, new URLSearchParams());
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ ...readAddress(schema, query), ...change })) {
    if (value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** One of a few words. */
export function wordParameter<Word extends string, Default extends Word>(
  words: readonly Word[],
  otherwise: Default,
) {
  return z.enum(words).catch(otherwise);
}

/** What somebody typed, cut to what the server takes. */
export function textParameter(maxLength: number) {
  return z
    .string()
    .catch("")
    .transform((text) => text.slice(0, maxLength));
}

/** The id of what is opened or looked for; null without. */
export const idParameter = z.string().nullable();

/** The same, where an id that cannot be one counts as none. */
export const uuidParameter = z.guid().nullable().catch(null);
