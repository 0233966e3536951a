import { createAuthEndpoint } from "better-auth/api";

/** The cookie between the two steps of a sign-in, as the library's two-factor plugin names it. */
const challengeCookie = "two_factor";

/** Whose second factor is asked for: the library reads that from its own cookie and tells nobody when the code is wrong. */
export const challengedUserPlugin = {
  id: "challenged-user",
  endpoints: {
    findChallengedUser: createAuthEndpoint(
      "/challenged-user",
      { method: "GET", requireHeaders: true },
      async (ctx): Promise<{ id: string | null }> => {
        const { createAuthCookie, secret, internalAdapter } = ctx.context;
        const challenge = await ctx.getSignedCookie(createAuthCookie(challengeCookie).name, secret);
        const verification = challenge ? await internalAdapter.findVerificationValue(challenge) : null;
        return { id: verification?.value ?? null };
      },
    ),
  },
};
