import { notifications } from "@mantine/notifications";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

test("a notice never covers the end of a page", async () => {
  onTestFinished(() => notifications.clean());
  await page.viewport(1440, 500);
  await openAdmin("/admin/dashboard/account", everyScreen);
  await expect.element(page.getByRole("region", { name: "Mes sessions" })).toBeVisible();
  notifications.show({ message: "Votre mot de passe est modifié.", autoClose: false });
  const notice = page.getByText("Votre mot de passe est modifié.");
  await expect.element(notice).toBeVisible();
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  const last = page.getByRole("region", { name: "Mes sessions" }).element().getBoundingClientRect();
  const box = (
    notice.element().closest(".mantine-Notification-root") ?? notice.element()
  ).getBoundingClientRect();
  expect(last.bottom).toBeLessThanOrEqual(box.top);
});
