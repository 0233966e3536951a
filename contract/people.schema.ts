import { z } from "zod";
import { audiences } from "./audience.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import { isWellFormed } from "./text.ts";

/** A search for a part of the name or address of a sign-up. */
export const peopleQuerySchema = z.strictObject(
  {
    search: z
      .string(messages.invalid)
      .trim()
      .min(1, messages.invalid)
      .max(limits.searchMax, messages.tooLong(limits.searchMax))
      .refine((text) => isWellFormed(text) && !text.includes("\0"), messages.invalidText),
  },
  messages.invalid,
);

/** A possible recipient; `name` is the last name, or the brand. */
const personSchema = z.object({
  email: z.string(),
  firstname: z.string(),
  name: z.string(),
  audience: z.enum(audiences),
});
export type Person = z.infer<typeof personSchema>;

/** A few of the matching people, each address once. */
export const peopleSchema = z.object({ items: z.array(personSchema) });
