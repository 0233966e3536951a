import { describe, expect, test } from "vitest";
import { forceShieldSchema, proofSchema } from "./shield.schema.ts";
import { proofText } from "./shield.ts";
import { signupSchema } from "./signup.schema.ts";

const form = { firstname: "A", name: "B", email: "a@exemple.fr", responses: {} };

describe("a sign-up", () => {
  test("a sign-up may carry a token and a proof, or neither", () => {
    expect(signupSchema.safeParse(form).success).toBe(true);
    expect(signupSchema.safeParse({ ...form, token: "t", proof: { nonces: [0, 7] } }).success).toBe(true);
  });

  test.each([
    { token: 1 },
    { token: "x".repeat(501) },
    { proof: [1] },
    { proof: { nonces: [1], more: true } },
  ])("a sign-up is refused with %j", (extra) => {
    expect(signupSchema.safeParse({ ...form, ...extra }).success).toBe(false);
  });
});

test("a proof holds up to 64 nonces, each a non-negative safe integer", () => {
  const isTaken = (nonces: unknown[]) => proofSchema.safeParse({ nonces }).success;
  expect(isTaken([0, Number.MAX_SAFE_INTEGER])).toBe(true);
  expect(isTaken(Array(64).fill(1))).toBe(true);
  for (const nonces of [[-1], [0.5], ["1"], [2 ** 53], [null], Array(65).fill(1)]) {
    expect(isTaken(nonces)).toBe(false);
  }
});

test("the hashed text of a proof contains challenge, address, index and nonce", () => {
  expect(proofText("c", "a@exemple.fr", 3, 17)).toBe("c:a@exemple.fr:3:17");
});

test("the shield's state is forced by its name, and null ends the forced state", () => {
  for (const forced of ["calm", "raised", "attack", null]) {
    expect(forceShieldSchema.safeParse({ forced }).success).toBe(true);
  }
  for (const body of [{}, { forced: "other" }, { forced: null, more: 1 }]) {
    expect(forceShieldSchema.safeParse(body).success).toBe(false);
  }
});
