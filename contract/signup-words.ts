import type { Audience } from "./audience.ts";

/** How addresses and forms without a script name the audiences: `/inscription?type=marque`. */
export const audienceWords: Record<Audience, string> = { user: "moi", brand: "marque" };

/** Every value that does not name brands is for people. */
export function audienceOf(word: string | null | undefined): Audience {
  return word === audienceWords.brand || word === "brand" ? "brand" : "user";
}

/** The address of the sign-up's own page. */
export function signUpPath(audience: Audience = "user"): string {
  return audience === "brand" ? `/inscription?type=${audienceWords.brand}` : "/inscription";
}
