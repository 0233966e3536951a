import { messages } from "./errors.ts";
import { isStorableText, normaliseText, rawShare } from "./text.ts";

/** The message for a text of one line, or null. `max` counts characters of the normalised text. */
export function validateLine(text: string, max: number): string | null {
  return isShortEnough(text, max) && /[\r\n]/.test(text.trim())
    ? messages.invalidText
    : validateText(text, max);
}

/** The message for a text of any number of lines, or null. */
export function validateText(text: string, max: number): string | null {
  if (!isShortEnough(text, max)) return messages.tooLong(max);
  if (!isStorableText(text)) return messages.invalidText;
  return normaliseText(text).length > max ? messages.tooLong(max) : null;
}

/** Also excludes the empty Braille pattern and the null notehead: Unicode lists them as symbols, but they show nothing. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** True when a text shows nothing: a name or an answer must not consist of spaces, fillers and formatting characters only. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** Checks the raw length first, so that a far too long text is not normalised. */
function isShortEnough(text: string, max: number): boolean {
  return text.length <= max * rawShare;
}
