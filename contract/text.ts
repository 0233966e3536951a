/**
 * Control characters: C1, and C0 except tab, line feed and carriage return. They are refused and not removed: each marks a lost
 * letter, which the person can type again.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/** Invisible characters that turn the reading order of the text around them and come with pasted text. */
const directionControls = /\p{Bidi_Control}/gu;

/**
 * More combining marks in a row than any language writes: 30 is the bound of Unicode's stream-safe text format (UAX #15).
 * The time to normalise such a run grows with the square of its length. The pattern matches only at the beginning of a run.
 * Direction controls count as marks, because their removal joins the marks before and after them.
 */
const endlessMarks = /(?:^|[^\p{M}\p{Bidi_Control}])[\p{M}\p{Bidi_Control}]{31}/u;

/** `String.prototype.isWellFormed` for browsers without it: false for a text with half a pair of surrogates. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** How many times longer than its bound a text may be before trimming and normalising. A longer text is refused unread. */
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
 * Trims a text, removes direction controls and converts it to Unicode normal form C, so that a search finds both forms of "é".
 * Check it with `isStorableText` before.
 */
export function normaliseText(text: string): string {
  return normalForm(text.replace(directionControls, ""), "NFC").trim();
}

/**
 * Normalises a text. All code uses this function, because a long text with endless marks would block other requests.
 * @throws RangeError when more than 30 combining marks follow one another in a text of more than 512 UTF-16 units
 */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  if (text.length > shortText && endlessMarks.test(text))
    throw new RangeError("too many combining marks in a row");
  return text.normalize(form);
}
