import type { SitePages } from "#server/site/site-pages.service.ts";

const answer: SitePages["answer"] = async (c, page, status = 200) => {
  c.header("referrer-policy", "same-origin");
  return c.json(page, status);
};

/** Pages as what they are told: the server's tests ask what is said, the browser's how it looks. */
export const toldPages: SitePages = {
  answer,
  answerCommon: answer,
  answerPacked: async (c, page, { ending, kept }, status = 200) => {
    c.header("referrer-policy", "same-origin");
    return c.json({ ...page, ending, kept }, status);
  },
};
