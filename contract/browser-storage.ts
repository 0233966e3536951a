import { sessionLimits } from "./sessions.ts";

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/**
 * All cookies that the software sets. Only a sign-in to the back office sets them, never a visit to the site. Under https their
 * names begin with `__Host-`. The legal notice lists the cookies of this constant.
 */
export const cookies = {
  session_token: { lifeMs: sessionLimits.absoluteMs, use: "garde la session ouverte" },
  two_factor: { lifeMs: 10 * minuteMs, use: "attend le code de la double authentification" },
  device: {
    lifeMs: 180 * dayMs,
    use: "reconnaît le navigateur, pour que les essais d’autrui ne le bloquent pas",
  },
} as const;
export type CookieName = keyof typeof cookies;

/** The names of cookies on a site without https. */
export const cookiePrefix = "tenue.";

/** Other browser storage of the back office: the chosen theme, and drafts of messages until the tab closes. */
export const themeStorageKey = "mantine-color-scheme-value";
export const draftStoragePrefix = "draft:";
