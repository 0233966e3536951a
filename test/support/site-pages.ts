import type { SitePages } from "#server/site/site-pages.service.ts";

const answer: SitePages["answer"] = async (c, page, status = 200) => {
  c.header("referrer-policy", "same-origin");
  return c.json(page, status);
};

/** Renders pages as their data, because the server's tests check the content and browser tests the appearance. */
export const pagesAsData: SitePages = {
  answer,
  answerCommon: answer,
  answerPacked: async (c, page, { ending, kept }, status = 200) => {
    c.header("referrer-policy", "same-origin");
    return c.json({ ...page, ending, kept }, status);
  },
};
