import { limits } from "#contract/limits.ts";
import { markAddressVariables } from "#contract/template-variables.ts";
import { readImage } from "#server/site/site-image.rules.ts";

/** The editor shows a blank line for each empty paragraph or heading, and for a break at the end of a block. */
const blankBlock = /<(p|h[1-6])\b([^<>]*)>(?:\s|&nbsp;|<br \/>)?<\/\1>/g;
const lastBreak = /<br \/>(?=<\/(?:p|h[1-6]|li)>)/g;

/** Clients collapse blocks without text and the break before the end of a block; a no-break space keeps the line. */
export function keepBlankLines(html: string): string {
  // The editor adds an empty paragraph after a final list or picture, to type in.
  const end = html.endsWith("<p></p>") ? -"<p></p>".length : undefined;
  return html.slice(0, end).replace(blankBlock, "<$1$2>&nbsp;</$1>").replace(lastBreak, "<br />&nbsp;");
}

/** Marks variables in addresses, because their values have to be encoded when they are filled in. */
export function markVariablesInAddresses(html: string): string {
  return html.replace(/(\s(?:href|src)=")([^"<>]*)"/g, (attribute, start: string, address: string) =>
    /\{\{|%7B%7B/i.test(address) ? `${start}${markAddressVariables(address)}"` : attribute,
  );
}

/**
 * Gives a picture a `width` for Outlook, which ignores `max-width` and would widen the mail. A size chosen in the editor stays,
 * unless it is too wide.
 * @param image the tag of the picture
 * @param content null for a picture of the web, whose size is unknown
 */
export function withWidth(image: string, content: Buffer | null): string {
  const [, chosen] = /\swidth="(\d{1,5})(?:px)?"/.exec(image) ?? [];
  if (chosen === undefined && /\s(?:width|height)="/.test(image)) return image;
  const width = chosen === undefined ? content && naturalWidth(content) : Number(chosen);
  if (width === null || (chosen !== undefined && width <= limits.mailPictureWidth)) return image;
  const fitting = Math.min(width, limits.mailPictureWidth);
  return image.replace(/\s(?:width|height)="[^"]*"/g, "").replace(/^<img/i, `<img width="${fitting}"`);
}

function naturalWidth(content: Buffer): number | null {
  if (/^GIF8[79]a/.test(content.toString("latin1", 0, 6)) && content.length > 8)
    return content.readUInt16LE(6);
  return readImage(content)?.width ?? null;
}
