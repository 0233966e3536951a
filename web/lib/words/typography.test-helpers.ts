const faults = {
  "ordinary space before a high sign": / [:;!?»%]/,
  "ordinary space after «": /« /,
  "no space before a high sign": /[\p{L}}](?:[;!?»]|:(?=\s|$))/u,
  "no space after «": /«[^\u00a0\u202f]/,
  "straight apostrophe": /\p{L}'[\p{L}{]/u,
  "straight quotation mark": /"/,
  "e-mail spelled otherwise": /(?<![-\w.@/])(?:e?mails?|courriels?)\b/i,
  "three dots": /\.\.\./,
  "two spaces": /\S {2,}\S/,
};

/** Lists the faults of French typography in a text. */
export function faultsOf(text: string): string[] {
  return Object.entries(faults).flatMap(([fault, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`${fault}: ${text.slice(Math.max(0, found.index - 30), found.index + 20)}`] : [];
  });
}
