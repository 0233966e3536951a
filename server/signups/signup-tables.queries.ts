import { betaSignups, brandSignups } from "#db/schema.ts";

/** The table of each audience. Both have the same columns, but for the website of brands. */
export const signupTables = { user: betaSignups, brand: brandSignups } as const;
