import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, held, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakePrivacy, knownPerson, knownSignup, unknownPerson } from "#test/support/ui/privacy-fake.ts";

const path = "/admin/dashboard/privacy";
const email = "zoe@exemple.fr";
const panel = page.getByRole("region", { name: email, exact: true });
const action = (name: string) => panel.getByRole("button", { name, exact: true });
const field = page.getByRole("search").getByRole("textbox", { name: "Adresse e-mail de la personne" });

/** Looks the address up by Enter. */
async function search(fake = fakePrivacy({ people: [knownPerson(email)] })) {
  const opened = await openAdmin(path, fake.answers);
  await field.fill(email);
  await userEvent.keyboard("{Enter}");
  return { ...opened, ...fake };
}

test("the heading of a person who was looked up takes the focus, and the address stays out of the URL", async () => {
  const { address } = await search();
  await expect.element(page.getByRole("heading", { level: 2, name: email })).toHaveFocus();
  await expect.element(panel).toMatchTextContent("Reçoit les actualités");
  await expect.element(panel).toMatchTextContent("Vos matières ?");
  expect(address()).toBe(path);
});

test("an invalid address is not looked up", async () => {
  const { api } = await openAdmin(path, fakePrivacy().answers);
  await field.fill("zoe");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^Adresse email invalide/)).toBeVisible();
  await expect.element(field).toHaveFocus();
  expect(api.calls).not.toContain("POST /api/admin/privacy/search");
});

test("an address that no table holds is reported as unknown, without actions", async () => {
  await search(fakePrivacy());
  await expect.element(panel).toMatchTextContent("Rien n’est enregistré sous cette adresse.");
  expect(panel.getByRole("button").elements()).toEqual([]);
});

test("an erased address shows why it receives no mail", async () => {
  const suppressions = [
    { reason: "erased" as const, scope: "news" as const, at: "2026-11-21T08:00:00.000Z" },
  ];
  const fake = fakePrivacy();
  await search({
    ...fake,
    answers: {
      ...fake.answers,
      "POST /api/admin/privacy/search": () => ({ ...unknownPerson(), suppressions }),
    },
  });
  await expect.element(panel).toMatchTextContent("Effacement demandé");
});

test("a failed search for a person is reported", async () => {
  const fake = fakePrivacy();
  await search({
    ...fake,
    answers: {
      ...fake.answers,
      "POST /api/admin/privacy/search": () =>
        refuse(500, { code: "internal", message: "Une erreur est survenue." }),
    },
  });
  await expect
    .element(page.getByRole("search").getByRole("alert"))
    .toMatchTextContent("Une erreur est survenue.");
});

test("the correction of a sign-up requires a first name", async () => {
  await search();
  await action("Rectifier").click();
  const dialog = page.getByRole("dialog", { name: "Rectifier l’inscription" });
  const firstname = dialog.getByRole("textbox", { name: "Prénom" });
  await firstname.fill("");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(dialog).toMatchTextContent("Le prénom est requis");
  await firstname.fill("Chloé");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(panel).toMatchTextContent("Chloé Martin");
});

test("a sign-up's new address must be confirmed, as a notice says, and then identifies the person", async () => {
  await search();
  await action("Rectifier").click();
  const dialog = page.getByRole("dialog", { name: "Rectifier l’inscription" });
  const warning = dialog.getByText(/^La nouvelle adresse devra être confirmée/);
  await expect.element(dialog).toBeVisible();
  expect(warning.elements()).toEqual([]);
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("chloe@exemple.fr");
  await expect.element(warning).toBeVisible();
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(page.getByRole("heading", { level: 2, name: "chloe@exemple.fr" })).toBeVisible();
});

test("a brand's website can be corrected, and an invalid website is refused", async () => {
  const brand = knownSignup(email, { audience: "brand", website: "https://exemple.fr" });
  await search(fakePrivacy({ people: [{ ...knownPerson(email), signups: [brand] }] }));
  await action("Rectifier").click();
  const dialog = page.getByRole("dialog", { name: "Rectifier l’inscription" });
  await dialog.getByRole("textbox", { name: "Site web" }).fill("pas un site");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect
    .element(dialog.getByRole("textbox", { name: "Site web" }))
    .toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("textbox", { name: "Site web" }).fill("https://atelier.example");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(panel).toMatchTextContent("atelier.example");
});

test("the processing of a person's data is limited and the limitation lifted", async () => {
  await search();
  await action("Limiter").click();
  await expect.element(panel).toMatchTextContent("Traitement limité");
  await expect
    .element(page.getByText("Traitement limité : les données restent, sans décision, e-mail ni statistique."))
    .toBeVisible();
  await action("Lever la limitation").click();
  await expect.element(page.getByText("La limitation est levée.")).toBeVisible();
  await expect.element(action("Limiter")).toBeVisible();
});

test("an objection of a person is recorded and withdrawn", async () => {
  await search();
  await action("Appliquer l’opposition").click();
  await expect.element(panel).toMatchTextContent("Opposition");
  await expect.element(panel).toMatchTextContent("Ne reçoit pas les actualités");
  await action("Lever l’opposition").click();
  await expect.element(action("Appliquer l’opposition")).toBeVisible();
});

test("the copy of a person's data is saved as JSON", async () => {
  const saved: string[] = [];
  // A click on the link would make the browser under test download.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "blob:copy";
  });
  await search();
  await action("Exporter").click();
  await expect.poll(() => saved).toEqual(["donnees-personnelles.json"]);
  expect(JSON.parse((await blobs[0]?.text()) ?? "")).toEqual(knownPerson(email));
});

test("a person is erased after a confirmation, and disappears from the screen", async () => {
  const { state } = await search();
  await action("Effacer").click();
  await page.getByRole("dialog").getByRole("button", { name: "Annuler" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(state.people).toHaveLength(1);
  await action("Effacer").click();
  await page.getByRole("button", { name: "Effacer ses données" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/^Données effacées\s: 1\sinscription, avec tout ce qui s’y rattache/))
    .toBeVisible();
  await expect
    .element(page.getByRole("region", { name: "Registre des demandes" }))
    .toMatchTextContent("Données effacées");
  expect(state.people).toEqual([]);
});

const other = "chloe@exemple.fr";
const otherPanel = page.getByRole("region", { name: other, exact: true });

/** Looks up Zoé, then another person while an action on Zoé is under way. */
async function searchAnotherDuring(begin: () => Promise<void>, late: FakeAnswers) {
  const fake = fakePrivacy({ people: [knownPerson(email), knownPerson(other)] });
  const opened = await search({ ...fake, answers: { ...fake.answers, ...late } });
  await begin();
  await field.fill(other);
  await userEvent.keyboard("{Enter}");
  await expect.element(otherPanel).toBeVisible();
  return opened;
}

const readsOfRegister = (calls: string[]) =>
  calls.filter((call) => call === "GET /api/admin/privacy/requests").length;

test("the late answer to a limitation leaves the person on screen who was looked up meanwhile", async () => {
  const limiting = held(() => ({ ...knownPerson(email), isLimited: true }));
  const { api } = await searchAnotherDuring(() => action("Limiter").click(), {
    "POST /api/admin/privacy/limit": limiting.fake,
  });
  const before = readsOfRegister(api.calls);
  limiting.letGo();
  await expect.poll(() => readsOfRegister(api.calls)).toBeGreaterThan(before);
  await expect.element(otherPanel).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});

test("the late answer to a search that was left does not replace a newer one", async () => {
  const searching = held(() => knownPerson(email));
  const fake = fakePrivacy({ people: [knownPerson(other)] });
  const { api, router } = await search({
    ...fake,
    answers: { ...everyScreen, ...fake.answers, "POST /api/admin/privacy/search": searching.fake },
  });
  await expect.poll(() => api.calls).toContain("POST /api/admin/privacy/search");
  await router.navigate("/admin/dashboard/waves");
  await expect.element(page.getByRole("heading", { level: 1, name: "Vagues" })).toBeVisible();
  await router.navigate(path);
  api.answer({ "POST /api/admin/privacy/search": () => knownPerson(other) });
  await field.fill(other);
  await userEvent.keyboard("{Enter}");
  await expect.element(otherPanel).toBeVisible();
  const before = readsOfRegister(api.calls);
  searching.letGo();
  await expect.poll(() => readsOfRegister(api.calls)).toBeGreaterThan(before);
  await expect.element(otherPanel).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});
