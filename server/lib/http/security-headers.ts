import { createMiddleware } from "hono/factory";
import { isHttps } from "#server/lib/config.ts";

const yearSeconds = 31_536_000;

/** For answers that are data: they may neither run nor load anything. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Browsers use inline styles to show a picture that is opened alone. SVG gets the policy of other data, because it may hold scripts. */
const picturePolicy = `${dataPolicy}; style-src 'unsafe-inline'`;
const isPicture = /^image\/(?!svg)/;

/** Adds headers to every answer. Keeps the Content-Security-Policy and Referrer-Policy that a page sets. */
export function securityHeaders(baseUrl: string) {
  const secure = isHttps(baseUrl);
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

/** The policy of a page of the public site: only the site's own files and the inline blocks of the build. */
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

/** The policy of a page that is drawn for one request. It allows no script, or the site's own files, and forms that post to the site. */
export function serverPagePolicy(styles: readonly string[], { scripts }: { scripts: boolean }): string {
  return [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    `style-src 'self'${sources(styles)}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'", // not used by the page, but page checkers fetch robots.txt from within it
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The policy of the back office. Mantine and the editor write style elements and attributes while they run, so it needs
 * 'unsafe-inline' for styles, but never for scripts. E-mails in the editor show pictures from any address.
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
