import { createMiddleware } from "hono/factory";

const yearSeconds = 31_536_000;

/** For answers that are data: nothing in them may run or load anything. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Browsers lay out a picture that is opened alone with inline styles. SVG gets the policy of other data, because it may hold scripts. */
const picturePolicy = `${dataPolicy}; style-src 'unsafe-inline'`;
const isPicture = /^image\/(?!svg)/;

/** The headers that every answer carries. The Content-Security-Policy and Referrer-Policy of a page are kept. */
export function securityHeaders(baseUrl: string) {
  const secure = baseUrl.startsWith("https:");
  return createMiddleware(async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    headers.set("x-frame-options", "DENY");
    if (!headers.has("referrer-policy")) headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), fullscreen=(self)",
    );
    if (secure) headers.set("strict-transport-security", `max-age=${2 * yearSeconds}; includeSubDomains`);
    if (!headers.has("content-security-policy")) {
      const policy = isPicture.test(headers.get("content-type") ?? "") ? picturePolicy : dataPolicy;
      headers.set("content-security-policy", policy);
    }
  });
}

/** The policy of a page of the public site: its own files, and exactly the inline blocks it was built with. */
export function sitePolicy(inline: { scripts: readonly string[]; styles: readonly string[] }): string {
  return [
    "default-src 'none'",
    `script-src 'self'${sources(inline.scripts)}`,
    `style-src 'self'${sources(inline.styles)}`,
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The policy of a page that is drawn for one request: no script, or the site's own files, and forms that post to the site itself. */
export function serverPagePolicy(styles: readonly string[], { scripts }: { scripts: boolean }): string {
  return [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    `style-src 'self'${sources(styles)}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'", // nothing on the page asks for anything; what examines it reads robots.txt as if it were the page
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The policy of the back office. Mantine and the editor write style elements and attributes while they run, hence
 * 'unsafe-inline' for styles, never for scripts; e-mails that are written there show pictures from anywhere.
 */
export const adminPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

function sources(hashes: readonly string[]): string {
  return hashes.map((hash) => ` '${hash}'`).join("");
}
