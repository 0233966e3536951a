import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { screens } from "./screens.ts";

/** Counts, for each noun, the sentences that say that there is none: "Aucune inscription…" counts for "inscription". */
function countOfNone(text: string): Record<string, number> {
  const nouns = [...text.matchAll(/\baucune?\s+(\p{L}+)/giu)].map(([, noun = ""]) => noun.toLowerCase());
  return Object.fromEntries(
    [...new Set(nouns)].map((noun) => [noun, nouns.filter((one) => one === noun).length]),
  );
}

/** Waits until ten frames pass without another request. */
async function waitForSilence(calls: string[]): Promise<void> {
  for (let quiet = 0, known = -1; quiet < 10; known = calls.length) {
    await new Promise(requestAnimationFrame);
    quiet = calls.length === known ? quiet + 1 : 0;
  }
}

async function countOnScreen(path: string): Promise<Record<string, number>> {
  const { api } = await openAdmin(screenAddress(path), everyScreen);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitForSilence(api.calls);
  return countOfNone((page.getByRole("main").element() as HTMLElement).innerText);
}

test("countOfNone counts each sentence that says that there is none of a thing", async () => {
  expect(countOfNone("Aucun envoi. Aucune inscription, aucun envoi")).toEqual({ envoi: 2, inscription: 1 });
  expect(await countOnScreen("signups")).toEqual({ inscription: 1 });
});

test.each(screens)(
  "the empty screen '$label' says at most twice per noun that there is none",
  async ({ path }) => {
    const counts = Object.entries(await countOnScreen(path));
    expect(counts.filter(([, count]) => count > 2)).toEqual([]);
  },
);
