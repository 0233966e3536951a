import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";
import {
  dialogOf,
  expectFocusedRow,
  nameOf,
  openDetails,
  openList,
  pendingList,
} from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

const field = page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });

/** Reads the label, person and keys of each command under a heading. */
async function commandsUnder(heading: string): Promise<string[]> {
  const group = page.getByRole("group", { name: heading });
  await expect.element(group).toBeVisible();
  const options = group.getByRole("option").elements();
  return options.map(({ textContent }) => textContent);
}

async function openPalette(): Promise<void> {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
}

/** Runs the first command that matches. */
async function run(typed: string): Promise<void> {
  await openPalette();
  await field.fill(typed);
  await userEvent.keyboard("{Enter}");
}

test("the palette lists the commands of the sign-up list, with the person of the focused row", async () => {
  const { press } = controlPresses();
  await openList(3);
  await openPalette();
  expect(await commandsUnder("Liste des inscriptions")).toEqual([
    expect.stringMatching(/^Inscription suivante.*touche J ou ↓$/),
    expect.stringMatching(/^Inscription précédente.*touche K ou ↑$/),
  ]);
  await press("{Escape}", "j");
  await openPalette();
  expect(await commandsUnder("Liste des inscriptions")).toEqual([
    expect.stringMatching(/^Inscription suivante/),
    expect.stringMatching(/^Inscription précédente/),
    expect.stringMatching(new RegExp(`^Ouvrir l’inscription${nameOf(0)}.*touche O ou Entrée$`)),
    expect.stringMatching(new RegExp(`^Approuver${nameOf(0)}.*touche A$`)),
    expect.stringMatching(new RegExp(`^Rejeter${nameOf(0)}.*touche R$`)),
    expect.stringMatching(new RegExp(`^Sélectionner ou désélectionner${nameOf(0)}.*touche X$`)),
  ]);
  await press("{Escape}");
  await expectFocusedRow(0);
});

test("a command of the palette acts on the row that had the focus before", async () => {
  const { press, pass } = controlPresses();
  const { expectCounts } = await openList(3);
  await press("j");
  pass();
  await run("approuv");
  await expectFocusedRow(1);
  await expectCounts({ approved: 1, pending: 2 });
  pass();
  await run("annuler");
  await expectFocusedRow(0);
  await expectCounts({ pending: 3 });
  await run("ouvrir l’inscription");
  await expect.element(dialogOf(0)).toBeVisible();
});

test("the palette over an opened sign-up lists the dialog's commands, acts on the sign-up, and leaves it open", async () => {
  const { press, pass } = controlPresses();
  const { expectCounts } = await openList(3);
  await openDetails(0);
  await openPalette();
  expect(await commandsUnder("Inscription ouverte")).toEqual([
    expect.stringMatching(/^Inscription suivante.*touche J ou →$/),
    expect.stringMatching(new RegExp(`^Approuver, puis passer à la suivante${nameOf(0)}.*touche A$`)),
    expect.stringMatching(new RegExp(`^Rejeter, puis passer à la suivante${nameOf(0)}.*touche R$`)),
  ]);
  expect(page.getByRole("group", { name: "Liste des inscriptions" }).elements()).toEqual([]);
  await press("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(dialogOf(0)).toBeVisible();
  pass();
  await run("rejeter");
  await expect.element(dialogOf(1)).toBeVisible();
  await expectCounts({ rejected: 1, pending: 2 });
});

test("the palette omits single-letter keys that are switched off, and its commands still decide", async () => {
  controlPresses();
  const { answers, expectCounts } = fakeSignups(signups(2));
  const preferences = { ...superAdmin.preferences, singleKeys: false };
  await openAdmin(pendingList, answers, { ...superAdmin, preferences });
  await openDetails(0);
  await openPalette();
  expect(await commandsUnder("Inscription ouverte")).toEqual([
    expect.stringMatching(/^Inscription suivante.*touche →$/),
    expect.stringMatching(/^Approuver, puis passer à la suivante(?!.*touche)/),
    expect.stringMatching(/^Rejeter, puis passer à la suivante(?!.*touche)/),
  ]);
  await page.getByRole("option", { name: /^Approuver/ }).click();
  await expectCounts({ approved: 1, pending: 1 });
});
