import { expect, test } from "vitest";
import { type Puzzle, proofText } from "#contract/shield.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { fillUser, openSignUpDialog, sendButton, thanks } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm, type SentSignUp } from "#test/support/ui/sign-up-form-fake.ts";

const puzzle: Puzzle = { challenge: "défi", count: 2, bits: 6 };

async function openFormUnderPressure() {
  const form = fakeSignUpForm();
  form.state.puzzle = puzzle;
  return { ...form, ...(await openSignUpDialog(form.answers)) };
}

async function expectSolved({ body }: SentSignUp): Promise<void> {
  const nonces = body.proof?.nonces ?? [];
  expect(nonces).toHaveLength(puzzle.count);
  for (const [index, nonce] of nonces.entries()) {
    const text = new TextEncoder().encode(proofText(puzzle.challenge, body.email, index, nonce));
    const digest = new DataView(await crypto.subtle.digest("SHA-256", text));
    expect(Math.clz32(digest.getUint32(0))).toBeGreaterThanOrEqual(puzzle.bits);
  }
}

test("another address after a refusal gets a new proof of work", async () => {
  const { dialog, api, answers, state } = await openFormUnderPressure();
  const message = "Cette adresse email est déjà inscrite à la bêta.";
  api.answer({
    "POST /api/signups/:audience": (request) => {
      const stored = answers["POST /api/signups/:audience"](request);
      if (state.sent.length > 1) return stored;
      return refuse(409, { code: "duplicate_email", message, fields: { email: message } });
    },
  });
  await fillUser(dialog, "prise@exemple.fr");
  await sendButton.click();
  await expect.element(dialog.getByLabelText("Adresse e-mail")).toHaveAccessibleDescription(message);
  await dialog.getByLabelText("Adresse e-mail").fill("zoe@courrier.example");
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent.map(({ body }) => body.email)).toEqual(["prise@exemple.fr", "zoe@courrier.example"]);
  for (const sent of state.sent) await expectSolved(sent);
});
