import type { SitePages } from "#server/site/site-pages.service.ts";

const answer: SitePages["answer"] = async (c, page, status = 200) => {
  c.header("referrer-policy", "same-origin");
  return c.json(page, status);
};

/** Pages as their data: the server's tests check the content, the browser's the look. */
export const pagesAsData: SitePages = {
  answer,
  answerCommon: answer,
  answerPacked: async (c, page, { ending, kept }, status = 200) => {
    c.header("referrer-policy", "same-origin");
    return c.json({ ...page, ending, kept }, status);
  },
};
