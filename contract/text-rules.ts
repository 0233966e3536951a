import { messages } from "./errors.ts";
import { isStorableText, normaliseText, rawShare } from "./text.ts";

/** The message for a text of one line, or null. `max` counts characters of the normalised text, as below. */
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

/** Blank although Unicode has them as symbols: the empty Braille pattern and the null notehead. */
const visible = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** True when nothing can be seen: spaces, fillers and formatting characters alone are no name and no answer. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** The raw length comes first, so that a far too long text is not examined further. */
function isShortEnough(text: string, max: number): boolean {
  return text.length <= max * rawShare;
}
