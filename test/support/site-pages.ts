import type { SitePages } from "#server/features/site/site-pages.ts";

/** Pages as what they are told: the server's tests ask what is said, the browser's how it looks. */
export const toldPages: SitePages = {
  answer: async (c, page, status = 200) => {
    c.header("referrer-policy", "same-origin");
    return c.json(page, status);
  },
  answerPacked: async (c, page, { ending, kept }, status = 200) => {
    c.header("referrer-policy", "same-origin");
    return c.json({ ...page, ending, kept }, status);
  },
};
