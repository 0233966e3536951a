import type { Exception } from "./walls.ts";

const oneStatement = "the sign-up path is one statement (docs/decisions/0002-sign-up-path.md)";

export const exceptions: Exception[] = [
  {
    from: "web/lib/api.ts",
    to: "server/app.ts",
    why: "its type alone: the browser's client is typed by the server's routes",
  },
  { from: "server/features/signups/signups.repository.ts", to: "usedFormTokens", why: oneStatement },
  { from: "server/features/signups/signups.repository.ts", to: "questionnaireState", why: oneStatement },
  {
    from: "server/features/questionnaire/answer-removal.repository.ts",
    to: "betaSignups",
    why: "a deleted question takes its answers along, in batches; sign-ups know the questionnaire, never the reverse",
  },
  {
    from: "server/features/questionnaire/answer-removal.repository.ts",
    to: "brandSignups",
    why: "a deleted question takes its answers along, in batches; sign-ups know the questionnaire, never the reverse",
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
