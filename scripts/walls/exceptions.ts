import type { Exception } from "./walls.ts";

export const exceptions: Exception[] = [
  {
    from: "web/admin/features/questionnaire/",
    to: "web/site/",
    why: "the preview of the sign-up form is drawn with the site's own parts, so that it cannot drift from them",
  },
  {
    from: "web/lib/api.ts",
    to: "server/app.ts",
    why: "its type alone: the browser's client is typed by the server's routes",
  },
  {
    from: "server/notices/notices.queries.ts",
    to: "adminUsers",
    why: "an account does not see notices that are older than itself: one join",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "questionnaireState",
    why: "a sign-up is stored with its token, its consent and its message by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "usedFormTokens",
    why: "a sign-up is stored with its token, its consent and its message by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "consents",
    why: "a sign-up is stored with its token, its consent and its message by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "consentTexts",
    why: "a sign-up is stored with its token, its consent and its message by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "referralCodes",
    why: "a sign-up is stored with its token, its consent, its message and its referrer by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "referrals",
    why: "a sign-up is stored with its token, its consent, its message and its referrer by one statement and one commit",
  },
  {
    from: "server/signups/signups.queries.ts",
    to: "referralDevices",
    why: "a sign-up is stored with its token, its consent, its message and its referrer by one statement and one commit",
  },
];
