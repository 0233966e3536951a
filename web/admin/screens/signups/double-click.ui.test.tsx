import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";

const pendingList = "/admin/dashboard/signups?status=pending";

test.each([
  ["Approuver", "approved"],
  ["Rejeter", "rejected"],
] as const)("two clicks on '%s' at one spot decide on one person", async (verb, status) => {
  const { answers, counts } = fakeSignups(signups(3));
  await openAdmin(pendingList, answers);
  await page.getByRole("button", { name: `${verb} N000 Martin` }).dblClick();
  await expect.poll(counts).toMatchObject({ [status]: 1, pending: 2 });
});
