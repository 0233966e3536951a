import type { Audience } from "./audience.ts";

/** The words for the audiences in addresses and in forms without a script: `/inscription?type=marque`. */
export const audienceWords: Record<Audience, string> = { user: "moi", brand: "marque" };

/** Every value except the word for brands means people. */
export function audienceOf(word: string | null | undefined): Audience {
  return word === audienceWords.brand || word === "brand" ? "brand" : "user";
}

/** The path of the page with the sign-up form. */
export function signUpPath(audience: Audience = "user"): string {
  return audience === "brand" ? `/inscription?type=${audienceWords.brand}` : "/inscription";
}
