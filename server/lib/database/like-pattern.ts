/** A pattern for LIKE that finds the text anywhere: `%`, `_` and `\\` in it stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
