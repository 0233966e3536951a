/**
 * Control characters (C0 but tab, line feed and carriage return; C1) have no place in what people type. They are refused,
 * not taken away: they mark a lost letter, which the person can type again.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/** Invisible characters that turn the reading order of the text around them and come with pasted text. */
const directionControls = /\p{Bidi_Control}/gu;

/**
 * More combining marks in a row than any language writes: 30 is the bound of Unicode's stream-safe text format (UAX #15).
 * To normalise such a run takes time that grows with the square of its length. Tried at the beginning of a run only.
 * Controls of direction count, since taking them away joins the text before and after them.
 */
const endlessMarks = /(?:^|[^\p{M}\p{Bidi_Control}])[\p{M}\p{Bidi_Control}]{31}/u;

/** `String.prototype.isWellFormed` for browsers without it: false for a text with half a pair of surrogates. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** How many times longer than its bound a text may be before it is trimmed and normalised; a longer one is refused unread. */
export const rawShare = 4;

/** Any text up to this length is normalised in less than a millisecond. In UTF-16 units. */
const shortText = 512;

/**
 * True when PostgreSQL and JSON can store the text unchanged (no NUL or other control characters, no lone surrogates) and
 * when it can be normalised in linear time.
 */
export function isStorableText(text: string): boolean {
  return isWellFormed(text) && !forbidden.test(text) && !endlessMarks.test(text);
}

/**
 * Trimmed, without controls of direction and in Unicode normal form C, so that "é" is found however it was typed. Ask for
 * `isStorableText` before.
 */
export function normaliseText(text: string): string {
  return normalForm(text.replace(directionControls, ""), "NFC").trim();
}

/**
 * The one place where a normal form is made: a long text that would block other requests is not normalised.
 * @throws RangeError when more than 30 combining marks follow one another in a text of more than 512 UTF-16 units
 */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  if (text.length > shortText && endlessMarks.test(text))
    throw new RangeError("too many combining marks in a row");
  return text.normalize(form);
}
