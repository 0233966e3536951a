const maxLength = 30;
const name = /^[\p{L}\p{M}]+(?:['’ -][\p{L}\p{M}]+){0,3}$/u;

/**
 * Returns the first name for the greeting of a confirmation, or null for a text that is not a name. A stranger may have typed an
 * address, a number or a sentence.
 */
export function greetingName(typed: string): string | null {
  return typed.length <= maxLength && name.test(typed) ? typed : null;
}
