import { brokenVariables, unknownVariables } from "#contract/template-variables.ts";

/** The parts of a mail that its checks need. */
export type MailParts = {
  /** Web addresses, each once, without those that hold variables. */
  links: string[];
  /** The texts of links without an address. */
  linksWithoutTarget: string[];
  pictures: { all: number; withoutText: number };
  unknownVariables: string[];
  brokenVariables: string[];
};

/** @param html sanitised: attributes are quoted, and "<" and ">" inside them are escaped */
export function partsOf(html: string): MailParts {
  const links = [...html.matchAll(/<a\b[^<>]*?\shref="([^"]*)"/gi)].map(([, address = ""]) =>
    decoded(address),
  );
  const pictures = [...html.matchAll(/<img\b[^<>]*>/gi)].map(([tag]) => tag);
  return {
    links: [...new Set(links.filter((address) => /^https?:/i.test(address) && !address.includes("{{")))],
    linksWithoutTarget: textsWithoutTarget(html),
    pictures: {
      all: pictures.length,
      withoutText: pictures.filter((tag) => !/\salt="\s*[^"\s]/i.test(tag)).length,
    },
    unknownVariables: unknownVariables(html),
    brokenVariables: brokenVariables(html),
  };
}

/** Returns the texts of links without an address. Links cannot be nested, so a text ends at the next tag of a link. */
function textsWithoutTarget(html: string): string[] {
  const texts = html.split(/(?=<\/?a\b)/i).flatMap((piece) => {
    const [start = ""] = /^<a\b[^<>]*>/i.exec(piece) ?? [];
    if (start === "" || /\shref="/i.test(start)) return [];
    return decoded(piece.replace(/<[^<>]*>/g, ""))
      .trim()
      .slice(0, 80);
  });
  return [...new Set(texts.filter((text) => text !== ""))];
}

const decoded = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
