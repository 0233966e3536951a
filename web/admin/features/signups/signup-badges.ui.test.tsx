import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signup } from "#test/support/ui/signups-fake.ts";

test("a sign-up in the list shows why its address is blocked", async () => {
  const { answers } = fakeSignups([signup(0, { blockedFor: "bounced" }), signup(1)]);
  await openAdmin("/admin/dashboard/signups", answers);
  await expect.element(page.getByText("Adresse en erreur")).toBeVisible();
});
