/** What names itself as a robot, a preview of a link or a tool. No list is complete: passages are an estimate. */
const robots =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|facebookexternalhit|whatsapp\/|telegram|embedly|monitor|uptime|archiver|curl\/|wget|python|java\/|go-http|okhttp|axios|undici|node-fetch|libwww|httpclient/i;

type Visitor = { userAgent: string; purposes: readonly (string | undefined)[] };

/**
 * Whether a request is a person's who sees the page: no robot, and no page that a browser fetches ahead.
 * @param purposes of the headers `Sec-Purpose` and, of older browsers, `Purpose`
 */
export function isPassage({ userAgent, purposes }: Visitor): boolean {
  if (purposes.some((purpose) => purpose?.startsWith("prefetch"))) return false;
  return userAgent !== "" && !robots.test(userAgent);
}
