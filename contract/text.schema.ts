import { z } from "zod";
import { messages } from "./errors.ts";
import { isStorableText, normaliseText, rawShare } from "./text.ts";
import { isBlank } from "./text-rules.ts";

/**
 * A typed line: storable, without line breaks, normalised, not blank, at most `max` UTF-16 units. For a
 * text that is far too long, only the length is checked.
 * @param required the message for a missing or blank line
 */
export function lineSchema(required: string, max: number) {
  return textSchema(required, max).refine((text) => !/[\r\n]/.test(text), messages.invalidText);
}

/** A line of a draft: it may be empty, and has the same maximum as the final line. */
export function unfinishedLineSchema(max: number) {
  return unfinishedTextSchema(max).refine((text) => !/[\r\n]/.test(text), messages.invalidText);
}

/** Like `unfinishedLineSchema`, but several lines are allowed. */
export function unfinishedTextSchema(max: number) {
  return z
    .string(messages.invalid)
    .max(max * rawShare, { error: messages.tooLong(max), abort: true })
    .refine(isStorableText, messages.invalidText)
    .transform(normaliseText)
    .pipe(z.string().max(max, messages.tooLong(max)));
}

/** Like `lineSchema`, but several lines are allowed. */
function textSchema(required: string, max: number) {
  return z
    .string(required)
    .max(max * rawShare, { error: messages.tooLong(max), abort: true })
    .refine(isStorableText, messages.invalidText)
    .transform(normaliseText)
    .pipe(
      z
        .string()
        .refine((text) => !isBlank(text), required)
        .max(max, messages.tooLong(max)),
    );
}
