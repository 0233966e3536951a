/** The byte order mark, which spreadsheets need to read UTF-8. */
export const csvStart = "\uFEFF";

export const csvContentType = "text/csv; charset=utf-8";

type Value = string | number | Date | null;

/** One line for a French spreadsheet: semicolons, every text quoted, ended by CRLF. Times are in Europe/Paris. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(";")}\r\n`;
}

const dates = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

const isFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/** Up to eleven digits without a leading zero, or a percentage: spreadsheets show these unchanged. */
const isShownAsWritten = /^(?:0|[1-9]\d{0,10})(?:[\s\u00a0\u202f]?%)?$/;
const months =
  "janv|févr|fevr|mars|avr|mai|juin|juil|août|aout|sept|oct|nov|déc|dec|jan|feb|mar|apr|may|jun|jul|aug|sep";
/** At most 40 digits, separators, currency signs and words of dates: a spreadsheet may read these as a number, a date or a time. */
const isReadAsNumber = new RegExp(
  `^(?=.{1,40}$)(?=.*\\d)(?:[\\d\\s.,:/()€$+-]|(?<![a-zéû])(?:e|am|pm|h|(?:${months})[a-zéû]{0,6})(?![a-zéû]))+$`,
  "iu",
);

/**
 * An apostrophe precedes a text that a spreadsheet would run as a formula, also when its sign is full-width. A text that a spreadsheet
 * would change (0612345678, 01000, 10-12) is written as ="…", so that it is shown unchanged. Every text is quoted: in a file with
 * commas, `x,=1+1` would otherwise become two cells.
 */
function csvCell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return `"${dates.format(value)}"`;
  const text = isFormula.test(value) ? `'${value}` : asText(value);
  return `"${text.replaceAll('"', '""')}"`;
}

function asText(value: string): string {
  return isReadAsNumber.test(value) && !isShownAsWritten.test(value) ? `="${value}"` : value;
}
