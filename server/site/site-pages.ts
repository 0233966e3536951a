import type { Context } from "hono";
import type { SitePage } from "#contract/site-pages.ts";
import type { ApiError } from "#server/lib/http/errors.ts";

export type PageStatus = 200 | 500 | ApiError["status"];

/** How a page of many answers is drawn. */
export type Packing = {
  /** What stands in this answer alone, as markup, at the page's end. */
  ending: string;
  /**
   * Under which name it is kept, drawn and packed, for as long as its version (and what the owner says of themselves) stays;
   * null for a page that is drawn for this answer.
   */
  kept: { name: string; version: string } | null;
};

/** Pages that say the same to everybody, so that each is kept: they hold no token and nothing that somebody typed. */
type CommonPage =
  | { page: "my-data-request"; state: "ask" | "sent"; problem: null; email: "" }
  | Extract<SitePage, { page: "my-data-gone" | "signed-up" }>
  | { page: "unsubscribe"; token: ""; state: "unknown" };

/** Draws pages of the public site for one request, in the owner's name: whole documents without a script. */
export type SitePages = {
  /**
   * Never cached, and its address, which may hold a token, is told to nobody else.
   * @param status 200 unless said otherwise
   */
  answer(c: Context, page: SitePage, status?: PageStatus): Promise<Response>;
  /** The same, packed for the way. */
  answerPacked(c: Context, page: SitePage, packing: Packing, status?: PageStatus): Promise<Response>;
  /** Drawn and packed once for as long as what the owner says of themselves stays. */
  answerCommon(c: Context, page: CommonPage, status?: PageStatus): Promise<Response>;
};
