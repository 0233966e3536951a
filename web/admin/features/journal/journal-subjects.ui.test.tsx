import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { admin, fakeAccounts } from "#test/support/ui/accounts-fake.ts";
import type { FakeAnswers } from "#test/support/ui/fake-api.ts";
import { fakeJournal, journalEntry } from "#test/support/ui/journal-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeQuestionnaire, question } from "#test/support/ui/questionnaire-fake.ts";
import { fakeSignups, signup } from "#test/support/ui/signups-fake.ts";

/** Opens the journal with one entry and follows its link by keyboard. */
async function followLink(name: string, entry: { action: string; subject: string }, answers: FakeAnswers) {
  const opened = await openAdmin("/admin/dashboard/journal", {
    ...answers,
    ...fakeJournal([journalEntry(1, { details: {}, ...entry })]).answers,
  });
  const link = page.getByRole("link", { name });
  await expect.element(link).toBeVisible();
  link.element().focus();
  await userEvent.keyboard("{Enter}");
  return opened;
}

const toSignup = (stored: Parameters<typeof fakeSignups>[0]) =>
  followLink(
    "Voir l’inscription",
    { action: "signup.rejected", subject: signup(7).id },
    fakeSignups(stored).answers,
  );
const asked = question("Aimez-vous le lin ?");
const toQuestion = (...stored: Parameters<typeof fakeQuestionnaire>) =>
  followLink(
    "Voir la question",
    { action: "question.created", subject: asked.id },
    fakeQuestionnaire(...stored).answers,
  );

test("the link of a decision opens the sign-up's details", async () => {
  await toSignup([signup(7)]);
  await expect.element(page.getByRole("dialog")).toMatchTextContent("n007@exemple.fr");
});

test("the link of a decision reports a deleted sign-up", async () => {
  await toSignup([]);
  await expect.element(page.getByRole("dialog")).toMatchTextContent("Cette inscription n’existe plus.");
});

test("the link of a question focuses its row", async () => {
  await toQuestion(asked, ...Array.from({ length: 12 }, (_, index) => `Question ${index}`));
  await expect.poll(() => document.activeElement?.id).toBe(`row-${asked.id}`);
});

test("the link of a question reports a deleted question", async () => {
  await toQuestion("Une autre question");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cette question n’existe plus.");
});

test("the link of an account focuses its entry in the list of administrators", async () => {
  const account = admin({ id: "account-7", email: "zoe@tenue.example" });
  const { answers } = fakeAccounts({ admins: [admin(), account] });
  await followLink("Voir le compte", { action: "session.signed_in", subject: account.id }, answers);
  await expect.poll(() => document.activeElement?.textContent).toContain("zoe@tenue.example");
});
