/** Control characters but tab, line feed and carriage return; they have no place in what people type. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** True when PostgreSQL and JSON can store the text unchanged: no NUL or other control characters, no lone surrogates. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !forbidden.test(text);
}

/** Trimmed and in Unicode normal form C, so that "é" is found however it was typed. */
export function normaliseText(text: string): string {
  return text.normalize("NFC").trim();
}
