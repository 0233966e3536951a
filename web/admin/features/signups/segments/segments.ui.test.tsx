import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SavedSegment } from "#contract/segments.schema.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { choiceQuestion, fakeSignups, idOf, signups } from "#test/support/ui/signups-fake.ts";
import { wholeList } from "#test/support/ui/signups-page.ts";

const button = (name: string) => page.getByRole("button", { name });
const nameField = page.getByRole("textbox", { name: /^Nom/ });
const asked = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
const segmentId = "00000000-0000-4000-8000-000000000099";
const saved: SavedSegment = {
  id: segmentId,
  name: "Approuvées",
  audience: "user",
  conditions: {
    match: "all",
    groups: [{ match: "all", rules: [{ field: "starred", op: "is", value: true }] }],
  },
  sentence: "Utilisateurs avec étoile",
  missing: null,
  version: 1,
};

/** Fakes the segments' endpoints in memory. */
function fakeSegments(stored: SavedSegment[] = []) {
  let items = stored;
  const sentence = "Utilisateurs qui ont répondu Vintage";
  return {
    "GET /api/admin/segments": () => ({ items }),
    "POST /api/admin/segments/preview": () => ({ count: 2, sentence, missing: null, sample: [] }),
    "POST /api/admin/segments": ({
      json,
    }: {
      json: Pick<SavedSegment, "name" | "audience" | "conditions">;
    }) => {
      const segment = { ...json, id: segmentId, version: 1, sentence, missing: null };
      items = [...items, segment];
      return segment;
    },
    "DELETE /api/admin/segments/:id": () => {
      items = [];
      return undefined;
    },
  };
}

test("conditions in a list's address are shown as a sentence, which can be saved as a segment or removed", async () => {
  const style = choiceQuestion(idOf(50), "Votre style ?", ["Vintage", "Rue"]);
  const conditions = JSON.stringify({
    match: "all",
    groups: [{ match: "all", rules: [{ field: "answer", questionId: style.id, op: "is", value: "Rue" }] }],
  });
  const narrowed = `${wholeList}?conditions=${encodeURIComponent(conditions)}`;
  const { api, address, router } = await openAdmin(narrowed, fakeSignups(signups(3), [style]).answers);
  api.answer(fakeSegments());
  await expect.element(page.getByText("Utilisateurs qui ont répondu Rue")).toBeVisible();
  await button("Enregistrer comme segment").click();
  await page.getByRole("textbox", { name: /^Nom/ }).fill("Rue");
  await button("Enregistrer").click();
  await expect.poll(address).toBe(`${wholeList}?segment=${segmentId}`);
  await router.navigate(narrowed);
  await button("Retirer les conditions").click();
  await expect.poll(address).toBe(wholeList);
});

test("conditions in a list's address are edited without a name", async () => {
  const style = choiceQuestion(idOf(50), "Votre style ?", ["Vintage", "Rue"]);
  const rule = { field: "answer", questionId: style.id, op: "is", value: "Rue" };
  const conditions = { match: "all", groups: [{ match: "all", rules: [rule] }] };
  const narrowed = `${wholeList}?conditions=${encodeURIComponent(JSON.stringify(conditions))}`;
  const { api, router, address } = await openAdmin(narrowed, fakeSignups(signups(3), [style]).answers);
  api.answer(fakeSegments());
  await button("Modifier les conditions").click();
  await page.getByRole("combobox", { name: "Condition 1\u00a0: valeur" }).selectOptions("Vintage");
  await router.navigate(wholeList);
  await asked.getByRole("button", { name: "Continuer à modifier" }).click();
  await button("Appliquer").click();
  await expect.element(page.getByText("Utilisateurs qui ont répondu Vintage")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(new URLSearchParams(address().split("?")[1]).get("conditions")).toContain("Vintage");
  await button("Modifier les conditions").click();
  await button("Condition 1\u00a0: retirer").click();
  await expect.element(button("Appliquer")).toBeDisabled();
});

test("a segment by an answer is counted while it is edited, is saved, and then filters the list", async () => {
  const style = choiceQuestion(idOf(50), "Votre style ?", ["Vintage", "Rue"]);
  const { api, address } = await openAdmin(wholeList, fakeSignups(signups(3), [style]).answers);
  api.answer(fakeSegments());
  await button("Segments").click();
  await button("Nouveau segment").click();
  await page.getByRole("textbox", { name: /^Nom/ }).fill("Vintage");
  await page.getByRole("combobox", { name: "Condition 1\u00a0: critère" }).selectOptions("Votre style ?");
  await expect.element(page.getByText("2 personnes")).toBeVisible();
  await button("Enregistrer").click();
  await expect.poll(address).toBe(`${wholeList}?segment=${segmentId}`);
  await expect.element(button("Segment\u00a0: Vintage")).toBeVisible();
  await button("Retirer le segment").click();
  await expect.poll(address).toBe(wholeList);
  await button("Segments").click();
  await button("Supprimer le segment Vintage").click();
  await page
    .getByRole("dialog", { name: "Supprimer ce segment\u00a0?" })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await button("Segments").click();
  await expect.element(page.getByText(/^Aucun segment/)).toBeVisible();
});

test("the form of a segment returns the focus to the button of the segments' menu", async () => {
  const { api } = await openAdmin(wholeList, fakeSignups(signups(1)).answers);
  api.answer(fakeSegments());
  await button("Segments").click();
  await button("Nouveau segment").click();
  await expect.element(page.getByRole("textbox", { name: /^Nom/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Segments")).toHaveFocus();
});

test("a stale save of a segment shows both versions, and mine can be kept", async () => {
  let stored = saved;
  const { api } = await openAdmin(wholeList, fakeSignups(signups(1)).answers);
  api.answer({
    ...fakeSegments([saved]),
    "PUT /api/admin/segments/:id": ({ json: { version, ...values } }) => {
      if (version !== stored.version) {
        const message = staleMessage("lea@tenue.example", superAdmin.email);
        return refuse(409, { code: "stale", message }, { current: stored });
      }
      stored = { ...stored, ...values, version: version + 1 };
      return stored;
    },
  });
  await button("Segments").click();
  await button("Modifier le segment Approuvées").click();
  await nameField.fill("Ma version");
  stored = { ...stored, name: "Leur version", audience: "both", version: 2 };
  await button("Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect
    .element(dialog)
    .toMatchTextContent(/Segment « Approuvées ».*lea@tenue.example a enregistré une autre version/);
  await expect
    .element(dialog.getByRole("region", { name: "Nom" }))
    .toMatchTextContent(/Votre version.*Ma version.*Version enregistrée.*Leur version/);
  await expect
    .element(dialog.getByRole("region", { name: "Gardé dans les deux cas" }))
    .toMatchTextContent(/Personnes.*Utilisateurs et marques/);
  await button("Enregistrer ma version").click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(stored).toMatchObject({ name: "Ma version", audience: "both", version: 3 });
});

test("the form of a segment asks before Escape, a click outside or a change of the address discards its changes", async () => {
  const { api, router, address } = await openAdmin(wholeList, fakeSignups(signups(1)).answers);
  api.answer(fakeSegments([saved]));
  await button("Segments").click();
  await button("Modifier le segment Approuvées").click();
  await nameField.fill("Autre nom");
  await userEvent.keyboard("{Escape}");
  await asked.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(nameField).toHaveValue("Autre nom");
  await router.navigate("/admin/dashboard/stats");
  await asked.getByRole("button", { name: "Continuer à modifier" }).click();
  expect(address()).toBe(wholeList);
  document.querySelector<HTMLElement>(".mantine-Modal-overlay")?.click();
  await asked.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
