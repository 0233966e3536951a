/** The byte order mark, which spreadsheets need to read UTF-8. */
export const csvStart = "\uFEFF";

export const csvContentType = "text/csv; charset=utf-8";

/** One line for a French spreadsheet: semicolons, every text quoted, ended by CRLF. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(";")}\r\n`;
}

/**
 * A text that a spreadsheet would run as a formula is led by an apostrophe; the signs count in their wide forms, too. Every
 * text is quoted: where commas separate, `x,=1+1` would be two cells.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
