import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { adminMessages } from "#contract/admins.ts";
import { fakeAccounts, refuseField } from "#test/support/ui/accounts-fake.ts";
import { type FakeAnswers, held, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const email = () => page.getByRole("textbox", { name: "E-mail" });
const code = () => page.getByRole("textbox", { name: "Code de mise en service" });
const send = () => page.getByRole("button", { name: "Créer Admin" });
const first = "premiere@tenue.example";

function openSetUp(hash: string, changes: FakeAnswers = {}) {
  const { answers } = fakeAccounts({ signedIn: false, setUpRequired: true });
  return openAdmin(`/admin/setup${hash}`, { ...answers, ...changes });
}

test("the set-up names the missing fields", async () => {
  await openSetUp("");
  await send().click();
  await expect.element(page.getByText("L'email est requis")).toBeVisible();
  await expect.element(page.getByText("Saisissez le code affiché sur la console du serveur")).toBeVisible();
});

test("the set-up sends the code of the console's address without a field, then asks for a password", async () => {
  const sent: unknown[] = [];
  const { router } = await openSetUp("#code=ABCDE-FGHJK-MNPQR-STUVW", {
    "POST /api/setup": ({ json }) => {
      sent.push(json);
      return { activationLink: "https://tenue.example/admin/activate#token=jeton" };
    },
    "POST /api/auth/link": () => ({ email: first }),
  });
  await expect.element(code()).not.toBeInTheDocument();
  await email().fill(first);
  await send().click();
  await expect
    .element(page.getByRole("heading", { level: 1, name: "Choisir un mot de passe" }))
    .toHaveFocus();
  await expect.element(page.getByRole("textbox", { name: "Compte" })).toHaveValue(first);
  expect(sent).toEqual([{ email: first, code: "ABCDE-FGHJK-MNPQR-STUVW" }]);
  expect(router.state.location.pathname).toBe("/admin/activate");
});

test("a wrong set-up code is refused beside a field, in which it can be corrected", async () => {
  const codes: (string | undefined)[] = [];
  await openSetUp("#code=00000-00000-00000-00000", {
    "POST /api/setup": ({ json }) => {
      codes.push(json.code);
      return refuseField("code", adminMessages.setupCodeWrong);
    },
  });
  await email().fill(first);
  await send().click();
  await expect.element(page.getByText(/Ce code n’est pas celui du serveur/)).toBeVisible();
  await expect.element(code()).toHaveValue("00000-00000-00000-00000");
  await expect.element(email()).toHaveValue(first);
  await code().fill("abcde fghjk");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => codes).toEqual(["00000-00000-00000-00000", "abcde fghjk"]);
});

test("the set-up sends an empty code while it does not know whether a code is needed", async () => {
  const state = held(() => ({ required: false }));
  await openSetUp("", {
    "GET /api/setup": state.fake,
    "POST /api/setup": () => refuse(409, { code: "setup_done", message: adminMessages.setupDone }),
  });
  await email().fill(first);
  await send().click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Un administrateur est déjà configuré");
  state.letGo();
});

test("the set-up shows 'Failed to setup first admin' for unknown errors", async () => {
  await openSetUp("#code=ABCDE-FGHJK-MNPQR-STUVW", {
    "POST /api/setup": () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  });
  await email().fill(first);
  await send().click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Failed to setup first admin (le premier compte n’a pas pu être créé)");
});

test("the set-up shows 'An unexpected error occurred' when the server does not answer", async () => {
  await openSetUp("#code=ABCDE-FGHJK-MNPQR-STUVW", {
    "POST /api/setup": () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await email().fill(first);
  await send().click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("An unexpected error occurred (une erreur inattendue est survenue)");
});

test("the set-up has no form once there is an administrator", async () => {
  await openSetUp("", { "GET /api/setup": () => ({ required: false }) });
  await expect.element(page.getByText(adminMessages.setupDone)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Retour à la connexion" })).toBeVisible();
  expect(send().elements()).toEqual([]);
});
