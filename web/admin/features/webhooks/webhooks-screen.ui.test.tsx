import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Delivery, Webhook } from "#contract/webhooks.schema.ts";
import { refuseUnconfirmed } from "#test/support/ui/accounts-fake.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const id = "00000000-0000-4000-8000-00000000000a";
const secret = `whsec_${"A".repeat(43)}=`;
const broken = () => refuse(500, { code: "internal", message: "Une erreur est survenue." });

const slack = (changes: Partial<Webhook> = {}): Webhook => ({
  id,
  kind: "standard",
  url: "https://hooks.exemple.fr/tenue",
  events: ["signup.created", "signup.deleted"],
  personal: false,
  hadPersonal: false,
  isActive: true,
  offReason: null,
  failingSince: null,
  formerSecretUntil: null,
  waiting: 0,
  createdAt: "2026-01-31T12:00:00.000Z",
  version: 1,
  ...changes,
});
const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: 7,
  event: "signup.created",
  status: "failed",
  attempts: 8,
  httpStatus: 500,
  error: null,
  durationMs: 120,
  createdAt: "2026-01-31T12:00:00.000Z",
  attemptedAt: "2026-01-31T13:00:00.000Z",
  dueAt: null,
  ...changes,
});

/** Fakes the endpoints in memory. `sent` contains the bodies of POST and PUT requests. */
function fakeWebhooks(items: Webhook[] = [slack()], deliveries: Delivery[] = [delivery()]) {
  const state = { items, deliveries };
  const sent: unknown[] = [];
  const answers: FakeAnswers = {
    ...everyScreen,
    "GET /api/admin/webhooks": () => ({ items: state.items }),
    "POST /api/admin/webhooks": ({ json }) => {
      sent.push(json);
      const made = `${id.slice(0, -1)}${state.items.length}`;
      state.items = [...state.items, slack({ ...json, personal: json.personal ?? false, id: made })];
      return { id: made, secret: json.kind === "standard" ? secret : null };
    },
    "PUT /api/admin/webhooks/:id": ({ json }) => {
      sent.push(json);
      const saved = slack({ ...json, version: json.version + 1 });
      state.items = [saved];
      return saved;
    },
    "POST /api/admin/webhooks/:id/secret": () => ({ secret }),
    "POST /api/admin/webhooks/:id/test": () => ({
      delivered: true,
      httpStatus: 204,
      error: null,
      durationMs: 35,
    }),
    "DELETE /api/admin/webhooks/:id": () => {
      state.items = [];
      return undefined;
    },
    "GET /api/admin/webhooks/:id/deliveries": () => ({ items: state.deliveries, next: null }),
    "POST /api/admin/webhooks/deliveries/:id/resend": () => {
      state.deliveries = [delivery({ status: "waiting", attempts: 0, dueAt: "2026-01-31T14:00:00.000Z" })];
      return undefined;
    },
  };
  return { answers, sent, state };
}

async function openWebhooks(fake = fakeWebhooks(), changes: FakeAnswers = {}, query = "") {
  const opened = await openAdmin(`/admin/dashboard/webhooks${query}`, { ...fake.answers, ...changes });
  return { ...opened, ...fake };
}

const button = (name: string) => page.getByRole("button", { name });
const dialog = (name: string) => page.getByRole("dialog", { name });
const row = () => page.getByRole("row").filter({ hasText: "hooks.exemple.fr" });

test("an empty list of webhooks explains the purpose of a webhook", async () => {
  await openWebhooks(fakeWebhooks([]));
  await expect.element(page.getByText("Aucun webhook pour le moment")).toBeVisible();
});

test("a list of webhooks that cannot be read says so and is read again on demand", async () => {
  const { answers } = fakeWebhooks();
  const { api } = await openWebhooks(undefined, { "GET /api/admin/webhooks": broken });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Les webhooks n’ont pas pu être chargés.");
  api.answer(answers);
  await button("Réessayer").click();
  await expect.element(row()).toBeVisible();
});

test("a new webhook shows its secret once, with the focus on it", async () => {
  const { sent } = await openWebhooks(fakeWebhooks([]));
  await button("Ajouter un webhook").click();
  const form = dialog("Ajouter un webhook");
  await form.getByRole("textbox", { name: "Adresse" }).fill("https://hooks.exemple.fr/tenue");
  await form.getByRole("checkbox", { name: "Invitation envoyée" }).click();
  await form.getByRole("button", { name: "Ajouter" }).click();
  const field = page.getByRole("textbox", { name: "Secret à copier" });
  await expect.element(field).toHaveValue(secret);
  await expect.element(row()).toMatchTextContent("Actif");
  expect(sent).toMatchObject([
    {
      kind: "standard",
      url: "https://hooks.exemple.fr/tenue",
      personal: false,
      events: expect.not.arrayContaining(["invitation.sent"]),
    },
  ]);
  await page.getByRole("main").getByRole("button", { name: "Fermer" }).click();
  await expect.element(field).not.toBeInTheDocument();
});

test("a new webhook of the kind 'message' shows no secret", async () => {
  const { sent } = await openWebhooks(fakeWebhooks([]));
  await button("Ajouter un webhook").click();
  const form = dialog("Ajouter un webhook");
  await form.getByRole("radio", { name: "Message, pour Slack, Discord ou Teams" }).click();
  await form.getByRole("textbox", { name: "Adresse" }).fill("https://hooks.exemple.fr/canal");
  await form.getByRole("button", { name: "Ajouter" }).click();
  await expect.element(row()).toBeVisible();
  await expect.element(page.getByText("Secret du webhook")).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ kind: "message" }]);
});

test("the shown secret of a webhook stays when a webhook without secret is added", async () => {
  await openWebhooks(fakeWebhooks([]));
  const form = dialog("Ajouter un webhook");
  await button("Ajouter un webhook").click();
  await form.getByRole("textbox", { name: "Adresse" }).fill("https://hooks.exemple.fr/tenue");
  await form.getByRole("button", { name: "Ajouter" }).click();
  const field = page.getByRole("textbox", { name: "Secret à copier" });
  await expect.element(field).toHaveValue(secret);
  await button("Ajouter un webhook").click();
  await form.getByRole("radio", { name: "Message, pour Slack, Discord ou Teams" }).click();
  await form.getByRole("textbox", { name: "Adresse" }).fill("https://hooks.exemple.fr/canal");
  await form.getByRole("button", { name: "Ajouter" }).click();
  await expect.poll(() => row().elements()).toHaveLength(2);
  await expect.element(field).toHaveValue(secret);
});

test("a webhook's form shows the refusals of form and server beside the fields", async () => {
  const message = "Cochez aussi «\u00a0Inscription supprimée\u00a0»";
  await openWebhooks(fakeWebhooks([]), {
    "POST /api/admin/webhooks": () =>
      refuse(400, { code: "invalid_request", message, fields: { events: message } }),
  });
  await button("Ajouter un webhook").click();
  const form = dialog("Ajouter un webhook");
  await form.getByRole("button", { name: "Ajouter" }).click();
  await expect.element(form.getByText("Donnez une adresse complète", { exact: false })).toBeVisible();
  await form.getByRole("textbox", { name: "Adresse" }).fill("https://hooks.exemple.fr/tenue");
  await form.getByRole("button", { name: "Ajouter" }).click();
  await expect.element(form.getByText(message).first()).toBeVisible();
});

test("a webhook that fails or is off shows the reason and the number of waiting events", async () => {
  await openWebhooks(
    fakeWebhooks([
      slack({ failingSince: "2026-01-31T12:00:00.000Z", waiting: 3 }),
      slack({ id: "00000000-0000-4000-8000-00000000000b", isActive: false, offReason: "gone" }),
    ]),
  );
  await expect.element(row().first()).toMatchTextContent("Rien n’arrive depuis le");
  await expect.element(row().first()).toMatchTextContent("3 événements en attente");
  await expect.element(row().last()).toMatchTextContent("son adresse a répondu qu’elle n’existe plus (410)");
});

test("a change of a webhook is saved with the version on which it is based", async () => {
  const { sent } = await openWebhooks();
  await button("Modifier hooks.exemple.fr").click();
  const form = dialog("Modifier le webhook");
  await form.getByRole("checkbox", { name: "Actif" }).click();
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(row()).toMatchTextContent("Inactif");
  expect(sent).toEqual([
    {
      url: "https://hooks.exemple.fr/tenue",
      events: ["signup.created", "signup.deleted"],
      personal: false,
      isActive: false,
      version: 1,
    },
  ]);
});

test.each([
  ["a new webhook", "Ajouter un webhook", "Ajouter un webhook"],
  ["a webhook", "Modifier hooks.exemple.fr", "Modifier le webhook"],
])(
  "the form of %s asks before Escape, 'Annuler' or a link discards what was typed",
  async (_what, opener, title) => {
    const { router, address } = await openWebhooks();
    await button(opener).click();
    const form = dialog(title);
    const url = form.getByRole("textbox", { name: "Adresse" });
    await url.fill("https://autre.exemple.fr/");
    await userEvent.keyboard("{Escape}");
    await button("Continuer à modifier").click();
    await router.navigate("/admin/dashboard/account");
    await button("Continuer à modifier").click();
    expect(address()).toBe("/admin/dashboard/webhooks");
    await expect.element(url).toHaveValue("https://autre.exemple.fr/");
    await form.getByRole("button", { name: "Annuler" }).click();
    await dialog("Quitter sans enregistrer ?")
      .getByRole("button", { name: "Quitter sans enregistrer" })
      .click();
    await expect.element(form).not.toBeInTheDocument();
  },
);

test("the form of a webhook closes without a question when an event was removed and added again", async () => {
  await openWebhooks();
  await button("Modifier hooks.exemple.fr").click();
  const form = dialog("Modifier le webhook");
  const event = form.getByRole("checkbox", { name: "Nouvelle inscription" });
  await event.click();
  await expect.element(event).not.toBeChecked();
  await event.click();
  await expect.element(event).toBeChecked();
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
});

test("the form of a webhook that may have received names says why the deletions stay selected", async () => {
  const { state } = await openWebhooks(fakeWebhooks([slack({ hadPersonal: true })]));
  const deletions = () =>
    dialog("Modifier le webhook").getByRole("checkbox", { name: "Inscription supprimée" });
  await button("Modifier hooks.exemple.fr").click();
  await expect.element(deletions()).toHaveAccessibleDescription(/a pu recevoir des noms/);
  state.items = [slack()];
  await dialog("Modifier le webhook").getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(dialog("Modifier le webhook")).not.toBeInTheDocument();
  await button("Modifier hooks.exemple.fr").click();
  await expect.element(deletions()).toHaveAccessibleDescription("");
});

test("a stale change of a webhook opens the dialog that compares both versions", async () => {
  const message = "Une autre version a été enregistrée entre-temps.";
  await openWebhooks(undefined, {
    "PUT /api/admin/webhooks/:id": () =>
      Response.json(
        { error: { code: "stale", message }, current: slack({ events: ["signup.created"], version: 2 }) },
        { status: 409 },
      ),
  });
  await button("Modifier hooks.exemple.fr").click();
  await dialog("Modifier le webhook").getByRole("checkbox", { name: "Actif" }).click();
  await dialog("Modifier le webhook").getByRole("button", { name: "Enregistrer" }).click();
  await expect.element(dialog("Modifié entre-temps")).toMatchTextContent(message);
});

test("a test of a webhook reports its outcome", async () => {
  const { api } = await openWebhooks();
  await button("Tester hooks.exemple.fr").click();
  await expect.element(page.getByText("L’essai est arrivé\u00a0: réponse 204, 35 ms.")).toBeVisible();
  api.answer({
    "POST /api/admin/webhooks/:id/test": () => ({
      delivered: false,
      httpStatus: null,
      error: "internal_address",
      durationMs: 2,
    }),
  });
  await button("Tester hooks.exemple.fr").click();
  await expect
    .element(page.getByText("L’essai n’est pas arrivé\u00a0: adresse interne, non autorisée."))
    .toBeVisible();
});

test("replacing a webhook's secret asks first and says how long the former secret still signs", async () => {
  await openWebhooks();
  await button("Nouveau secret pour hooks.exemple.fr").click();
  const question = dialog("Remplacer le secret\u00a0?");
  await expect.element(question).toMatchTextContent("24 heures");
  await question.getByRole("button", { name: "Remplacer" }).click();
  await expect.element(page.getByRole("textbox", { name: "Secret à copier" })).toHaveValue(secret);
});

test("deleting a webhook asks first, and declining to confirm the identity keeps it without an error", async () => {
  const { api, answers } = await openWebhooks(undefined, {
    "DELETE /api/admin/webhooks/:id": refuseUnconfirmed,
  });
  await button("Supprimer hooks.exemple.fr").click();
  const question = dialog("Supprimer ce webhook\u00a0?");
  await question.getByRole("button", { name: "Supprimer" }).click();
  const identity = dialog("Confirmez votre identité");
  await identity.getByRole("button", { name: "Annuler" }).click();
  await expect.element(identity).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  api.answer(answers);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect.element(page.getByText("Aucun webhook pour le moment")).toBeVisible();
});

test("a webhook's deliveries show status and duration, and one can be sent again", async () => {
  const { address } = await openWebhooks();
  await button("Livraisons à hooks.exemple.fr").click();
  const list = dialog("Livraisons à hooks.exemple.fr");
  await expect.element(list.getByRole("row").last()).toMatchTextContent("Échec");
  await expect.element(list.getByRole("row").last()).toMatchTextContent("réponse 500, 120 ms");
  await expect.poll(address).toBe(`/admin/dashboard/webhooks?deliveries=${id}`);
  await list.getByRole("button", { name: /^Renvoyer/ }).click();
  await expect.element(list.getByRole("row").last()).toMatchTextContent("En attente");
});

test("a webhook's deliveries open by their address, and show an error and an empty list", async () => {
  const query = `?deliveries=${id}`;
  const { api } = await openWebhooks(
    fakeWebhooks([slack()], []),
    { "GET /api/admin/webhooks/:id/deliveries": broken },
    query,
  );
  const list = dialog("Livraisons à hooks.exemple.fr");
  await expect
    .element(list.getByRole("alert"))
    .toMatchTextContent("Les livraisons n’ont pas pu être chargées.");
  api.answer({ "GET /api/admin/webhooks/:id/deliveries": () => ({ items: [], next: null }) });
  await list.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(list.getByText("Aucune livraison pour le moment")).toBeVisible();
});
