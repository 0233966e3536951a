const maxLength = 30;
const name = /^[\p{L}\p{M}]+(?:['’ -][\p{L}\p{M}]+){0,3}$/u;

/**
 * The first name that a confirmation may greet with. A stranger may have typed it: an address, a figure or a sentence is no
 * name, and null.
 */
export function greetingName(typed: string): string | null {
  return typed.length <= maxLength && name.test(typed) ? typed : null;
}
