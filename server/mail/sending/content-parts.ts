/** What a sanitised text links to and shows. Attributes are quoted there, and "<" and ">" inside them are escaped. */
export function partsOf(html: string): { links: string[]; pictures: { all: number; withoutText: number } } {
  const links = [...html.matchAll(/<a\b[^<>]*?\shref="([^"]*)"/gi)].map(([, address = ""]) =>
    decoded(address),
  );
  const pictures = [...html.matchAll(/<img\b[^<>]*>/gi)].map(([tag]) => tag);
  return {
    links: [...new Set(links.filter((address) => /^https?:/i.test(address) && !address.includes("{{")))],
    pictures: {
      all: pictures.length,
      withoutText: pictures.filter((tag) => !/\salt="\s*[^"\s]/i.test(tag)).length,
    },
  };
}

const decoded = (attribute: string) =>
  attribute
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
