import { z } from "zod";
import { messages } from "./errors.ts";

/** The last item of a page: its time as `toISOString` writes it, and its id. PostgreSQL has no year 0. */
export const placeSchema = z
  .string(messages.invalid)
  .max(61, { error: messages.invalid, abort: true })
  .transform((place) => {
    const [createdAt, id] = place.split("_", 2);
    return { createdAt, id };
  })
  .pipe(
    z.object({
      createdAt: z.iso.datetime({ precision: 3 }).refine((moment) => moment >= "0001-01-01"),
      id: z.guid(),
    }),
  );
export type Place = z.output<typeof placeSchema>;

/** The value of `before` for the next page. */
export function placeOf({ createdAt, id }: { createdAt: Date; id: string }): string {
  return `${createdAt.toISOString()}_${id}`;
}
