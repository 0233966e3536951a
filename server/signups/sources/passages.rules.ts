/** User agents that name a robot, a link preview or a tool. No list is complete, so passages are an estimate. */
const robots =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|headless|lighthouse|pagespeed|preview|facebookexternalhit|whatsapp\/|telegram|embedly|monitor|uptime|archiver|curl\/|wget|python|java\/|go-http|okhttp|axios|undici|node-fetch|libwww|httpclient/i;

type Visitor = { userAgent: string; purposes: readonly (string | undefined)[] };

/**
 * True when a person sees the requested page: neither a robot nor a prefetch asks for it.
 * @param purposes the headers `Sec-Purpose` and, from older browsers, `Purpose`
 */
export function isPassage({ userAgent, purposes }: Visitor): boolean {
  if (purposes.some((purpose) => purpose?.startsWith("prefetch"))) return false;
  return userAgent !== "" && !robots.test(userAgent);
}
