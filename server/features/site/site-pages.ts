import type { Context } from "hono";
import type { SitePage } from "#contract/site-pages.ts";

/** Draws pages of the public site for one request, in the owner's name: whole documents without a script. */
export type SitePages = {
  /**
   * Never cached, and its address, which may hold a token, is told to nobody else.
   * @param status 200 unless said otherwise
   */
  answer(c: Context, page: SitePage, status?: 200 | 400 | 404 | 413 | 429 | 503): Promise<Response>;
};
