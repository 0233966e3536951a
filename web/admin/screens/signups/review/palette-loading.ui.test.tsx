import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { countDecisions, expectFocusedRow, openList } from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

const code = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock("#web/admin/shell/command-palette.tsx", async (importOriginal) => {
  await code.promise;
  return importOriginal();
});

const field = page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });

test("letters typed while the palette's code is loaded decide on nobody, and later ones go to its field", async () => {
  const { press } = controlPresses();
  const { api } = await openList(2);
  await press("j");
  await expectFocusedRow(0);
  await userEvent.keyboard("{Control>}k{/Control}");
  await press("a");
  await expect.element(field).not.toBeInTheDocument();
  expect(await countDecisions(api)).toBe(0);
  code.resolve();
  await expect.element(field).toHaveFocus();
  await press("a");
  await expect.element(field).toHaveValue("a");
  expect(await countDecisions(api)).toBe(0);
});
