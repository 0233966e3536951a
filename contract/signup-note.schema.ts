import { z } from "zod";
import { messages } from "./errors.ts";
import { unfinishedTextSchema } from "./text.schema.ts";
import { startedFrom } from "./version.schema.ts";

export const noteMax = 2_000;

/** The star and the private note of administrators on a sign-up; an empty note removes it. `version`: the version of the sign-up. */
export const saveNoteSchema = z.strictObject(
  { starred: z.boolean(messages.invalid), note: unfinishedTextSchema(noteMax), ...startedFrom },
  messages.invalid,
);
export type SaveNote = z.output<typeof saveNoteSchema>;
