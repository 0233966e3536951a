const maxLength = 30;
const name = /^[\p{L}\p{M}]+(?:['’ -][\p{L}\p{M}]+){0,3}$/u;

/**
 * The first name for the greeting of a confirmation. A stranger may have typed it, so an address, a number or a sentence becomes null.
 */
export function greetingName(typed: string): string | null {
  return typed.length <= maxLength && name.test(typed) ? typed : null;
}
