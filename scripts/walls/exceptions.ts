import type { Exception } from "./walls.ts";

export const exceptions: Exception[] = [
  {
    from: "web/admin/screens/questionnaire/",
    to: "web/site/",
    why: "the preview of the sign-up form is drawn with the site's own parts, so that it cannot drift from them",
  },
  {
    from: "web/lib/api.ts",
    to: "server/app.ts",
    why: "its type alone: the browser's client is typed by the server's routes",
  },
  {
    from: "server/features/notices/notices.repository.ts",
    to: "adminUsers",
    why: "notices older than an account are none of its own: one join, on reading",
  },
  {
    from: "server/features/accounts/sessions/sessions.repository.ts",
    to: "adminUsers",
    why: "session and right to enter are read by one query at every request (docs/decisions/0008-accounts-and-sessions.md)",
  },
];
