import { expect, test } from "vitest";
import { audiences } from "./audience.ts";
import { audienceOf, audienceWords, signUpPath } from "./signup-path.ts";

test.each(audiences)("the address of the page for %s names that audience", (audience) => {
  const [, word] = signUpPath(audience).split("?type=");
  expect(audienceOf(word)).toBe(audience);
  expect(audienceOf(audienceWords[audience])).toBe(audience);
});

test("every `type` in an address other than the word for brands means people", () => {
  for (const word of [null, undefined, "", "Marque", "toString"]) expect(audienceOf(word)).toBe("user");
});
