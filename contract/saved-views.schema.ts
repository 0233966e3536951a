import { z } from "zod";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { lineSchema } from "./text.schema.ts";

const sentences = {
  viewName: "Donnez un nom à la vue",
  viewQuery: "Vue incorrecte",
} as const;

/** The query of a list's address (segment or conditions, other filters, order, columns) under a name that the administrator gave it. */
export const saveViewSchema = z.strictObject(
  {
    name: lineSchema(sentences.viewName, limits.viewNameMax),
    query: z
      .string(sentences.viewQuery)
      .max(limits.viewQueryMax, sentences.viewQuery)
      .regex(/^[\u0020-\u007e]*$/u, sentences.viewQuery),
  },
  messages.invalid,
);
export type SaveView = z.infer<typeof saveViewSchema>;
export const savedViewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewsSchema = z.object({ items: z.array(savedViewSchema) });
