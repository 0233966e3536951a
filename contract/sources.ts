import { limits } from "./limits.ts";
import { parseUrl } from "./parse-url.ts";
import { normalForm, rawShare } from "./text.ts";

/** Where a visit comes from; `medium` and `campaign` are empty when the address names none. `code`: the code of a friend's link. */
export type VisitSource = { source: string; medium: string; campaign: string; code?: string };

export const referralCodeLength = 10;
const codePattern = /^[0-9a-hjkmnp-tv-z]{10}$/;

export const directSource: VisitSource = { source: "direct", medium: "", campaign: "" };
/** Counts visits from sources beyond the daily limit of new ones. The SQL function `source_id` uses the same name. */
export const otherSources: VisitSource = { source: "autres", medium: "", campaign: "" };

/** The steps of a visit before the form is sent: seeing a page, opening the form, filling in its first field. */
export const passageSteps = ["view", "open", "start"] as const;
export type PassageStep = (typeof passageSteps)[number];
export const passagesPath = "/api/passages";

/**
 * Reads the source from the page's address (`utm_*`, else `ref`, else `ami`), else from the referring site. Without a script, the
 * previous page of this site is the referrer, and its address holds the source. Click ids are never read.
 */
export function sourceOfVisit(address: string, referrer: string, userAgent: string): VisitSource {
  const [page, from] = [parseUrl(address), parseUrl(referrer)];
  const isInside = from !== null && from.host === page?.host;
  const named = (page && namedIn(page)) ?? (isInside ? namedIn(from) : null);
  if (named) return named;
  const site = !isInside && from && siteName(from.hostname);
  return { ...directSource, source: site || webviewName(userAgent) || directSource.source };
}

type Address = NonNullable<ReturnType<typeof parseUrl>>;

function namedIn({ searchParams }: Address): VisitSource | null {
  const value = (name: string) => normaliseSource(searchParams.get(name));
  const friend = searchParams.get("ami");
  const source = value("utm_source") || value("ref") || (friend && "ami");
  if (!source) return null;
  const code = friend?.toLowerCase() ?? "";
  return {
    source,
    medium: value("utm_medium"),
    campaign: value("utm_campaign"),
    ...(codePattern.test(code) && { code }),
  };
}

/**
 * Lower case, one line, Unicode normal form C, at most 64 characters and 30 combining marks in a row; empty for a text that may be an e-mail
 * address. Does not change a source that it returned.
 */
export function normaliseSource(text: string | null): string {
  if (!text || text.includes("@")) return "";
  const start = text.slice(0, limits.sourceMax * rawShare).toLowerCase();
  const line = normalForm(start.replace(/[\p{C}\s]+/gu, " ").trim(), "NFC").replace(
    /(\p{M}{30})\p{M}+/gu,
    "$1",
  );
  return [...line].slice(0, limits.sourceMax).join("").trim();
}

/** The source as query parameters, for links, forms and calls. */
export function sourceQuery({ source, medium, campaign, code }: VisitSource): string {
  return Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: campaign, ami: code })
    .flatMap(([name, text]) => (text ? `${name}=${encodeURIComponent(text)}` : []))
    .join("&");
}

/** Parses the result of `sourceQuery`, from untrusted input; null when it names no source. */
export function readSource(query: string): VisitSource | null {
  const address = parseUrl(`source:/?${query}`);
  return address && namedIn(address);
}

/** The text for screens; a dash for an unknown source. */
export function sourceText(source: VisitSource | null | undefined): string {
  return source ? [source.source, source.medium, source.campaign].filter(Boolean).join(" · ") : "—";
}

/** Names of sources in hosts and in the package names of apps (`android-app://com.instagram.android`). */
const knownNames: readonly string[] =
  "instagram facebook tiktok google pinterest whatsapp youtube linkedin snapchat reddit bing duckduckgo ecosia qwant".split(
    " ",
  );
const otherNames = new Map(
  Object.entries({
    "t.co": "x",
    "x.com": "x",
    "twitter.com": "x",
    "fb.me": "facebook",
    "lnkd.in": "linkedin",
    "pin.it": "pinterest",
    "wa.me": "whatsapp",
    "l.wl.co": "whatsapp",
    "youtu.be": "youtube",
    "com.zhiliaoapp.musically": "tiktok",
    fban: "facebook",
    fbav: "facebook",
    musical_ly: "tiktok",
    bytedancewebview: "tiktok",
  }),
);

function siteName(host: string): string {
  const site = host.toLowerCase().replace(/^www\./, "");
  return (
    otherNames.get(site) ?? site.split(".").find((part) => knownNames.includes(part)) ?? normaliseSource(site)
  );
}

/** User agents of browsers within apps, which often send no referrer. */
const webviews = /Instagram|FBA[NV]|musical_ly|BytedanceWebview|TikTok|Pinterest|Snapchat|LinkedIn/i;

const webviewName = (userAgent: string) => siteName(webviews.exec(userAgent)?.[0] ?? "");
