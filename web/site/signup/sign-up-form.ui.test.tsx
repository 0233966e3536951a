import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { limits } from "#contract/limits.ts";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import {
  fillUser,
  openSignUpDialog,
  openSite,
  sendButton,
  thanks,
  typeNow,
} from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm, oneQuestion, siteQuestions } from "#test/support/ui/sign-up-form-fake.ts";

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
const usePhone = () => vi.spyOn(navigator, "userAgent", "get").mockReturnValue(phone);
const newsBox = page.getByRole("checkbox", {
  name: /^J'accepte de recevoir par e-mail les actualités de Tenue\. Je peux me désinscrire à tout moment\./,
});
const alert = page.getByRole("alert");
const busyButton = page.getByRole("button", { name: "Processing..." });

async function openWholeForm() {
  const form = fakeSignUpForm(siteQuestions);
  return { ...form, ...(await openSignUpDialog(form.answers)) };
}

async function openShortForm() {
  const form = fakeSignUpForm();
  return { ...form, ...(await openSignUpDialog(form.answers)) };
}

test("a sign-up form with errors shows a message beside each field and focuses the first one", async () => {
  const { dialog, state } = await openWholeForm();
  await dialog.getByLabelText("Adresse e-mail").fill("pas une adresse");
  await dialog.getByLabelText(/^Un second e-mail/).fill("non plus");
  await sendButton.click();
  const firstname = dialog.getByLabelText("Prénom");
  await expect.element(firstname).toHaveFocus();
  await expect.element(firstname).toHaveAttribute("aria-invalid", "true");
  await expect.element(firstname).toHaveAccessibleDescription("Le prénom est requis");
  await expect.element(dialog.getByText("Le nom est requis")).toBeVisible();
  expect(dialog.getByText(/^Adresse email invalide/).elements()).toHaveLength(2);
  expect(dialog.getByText("Ce champ est requis").elements()).toHaveLength(4);
  await expect.element(dialog.getByText("Veuillez sélectionner au moins une option")).toBeVisible();
  expect(state.sent).toEqual([]);
});

test("the answers of all six question types are sent", async () => {
  const { dialog, state } = await openWholeForm();
  await fillUser(dialog);
  await dialog.getByLabelText(/^Un second e-mail/).fill("zoe@ailleurs.example");
  await dialog.getByLabelText("Votre style en une phrase").fill("Sobre,\navec un détail.");
  await dialog.getByLabelText("Votre saison").selectOptions("Hiver");
  await dialog.getByLabelText("Parfois").click();
  await dialog.getByLabelText("Lin").click();
  await dialog.getByLabelText("Soie").click();
  await sendButton.click();
  await expect.element(thanks).toHaveFocus();
  await expect
    .element(dialog.getByText("Nous avons bien reçu votre demande et vous contacterons bientôt."))
    .toBeVisible();
  expect(state.sent).toMatchObject([
    {
      audience: "user",
      body: {
        firstname: "Zoé",
        name: "Martin",
        email: "zoe@courrier.example",
        token: "jeton",
        responses: {
          q1: "Lyon",
          q2: "zoe@ailleurs.example",
          q3: "Sobre,\navec un détail.",
          q4: "Hiver",
          q5: "Parfois",
          q6: ["Lin", "Soie"],
        },
      },
    },
  ]);
});

test("the audience toggle changes the labels, the website field and the questions", async () => {
  const { dialog, state } = await openWholeForm();
  await expect.element(dialog.getByLabelText("Site web")).not.toBeInTheDocument();
  await dialog.getByLabelText(/^Votre pointure/).fill("38");
  await dialog.getByRole("radio", { name: "Pour ma marque" }).click({ force: true });
  await expect.element(dialog.getByLabelText(/^Vos boutiques/)).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Votre pointure/)).not.toBeInTheDocument();
  await sendButton.click();
  await expect.element(dialog.getByText("Le site web est requis")).toBeVisible();
  await dialog.getByLabelText("Site web").fill("javascript:alert(1)");
  await expect.element(dialog.getByText(/^URL invalide/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Prénom du contact")).toBeVisible();
  await expect.element(dialog.getByLabelText("Nom de la marque")).toBeVisible();
  await dialog.getByRole("radio", { name: "Pour moi" }).click({ force: true });
  await expect.element(dialog.getByLabelText(/^Votre pointure/)).toHaveValue("38");
  expect(state.sent).toEqual([]);
});

test("a brand's sign-up is sent with the website and without answers to questions for users", async () => {
  const { answers, state } = fakeSignUpForm([
    ...oneQuestion,
    ...siteQuestions.filter(({ targetType }) => targetType === "user"),
  ]);
  const { dialog } = await openSignUpDialog(answers);
  await fillUser(dialog, "ada@epi.example");
  await dialog.getByLabelText(/^Votre pointure/).fill("38");
  await dialog.getByRole("radio", { name: "Pour ma marque" }).click({ force: true });
  await dialog.getByLabelText("Site web").fill("www.epi.example");
  await vi.advanceTimersByTimeAsync(3_000); // the form of the other audience has a separate token, which must reach its minimum age
  await sendButton.click();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(thanks).toBeVisible();
  expect(state.sent).toMatchObject([
    { audience: "brand", body: { website: "www.epi.example", responses: { q1: "Lyon" } } },
  ]);
  expect(state.sent[0]?.body.responses).toEqual({ q1: "Lyon" });
});

test("on a computer a field is checked on every change", async () => {
  const { dialog } = await openShortForm();
  const email = dialog.getByLabelText("Adresse e-mail");
  await userEvent.type(email, "a");
  await expect.element(dialog.getByText(/^Adresse email invalide/)).toBeVisible();
  await email.fill("zoe@courrier.example");
  await expect.element(dialog.getByText(/^Adresse email invalide/)).not.toBeInTheDocument();
});

test("on a phone a field is checked 100 ms after it was left", async () => {
  usePhone();
  const { dialog } = await openShortForm();
  const messages = () => dialog.getByText(/^Adresse email invalide/).elements();
  await userEvent.type(dialog.getByLabelText("Adresse e-mail"), "a");
  await vi.advanceTimersByTimeAsync(500);
  expect(messages()).toEqual([]);
  dialog.getByLabelText("Prénom").element().focus();
  await vi.advanceTimersByTimeAsync(limits.mobileDebounceMs - 1);
  expect(messages()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(messages).toHaveLength(1);
});

test("a choice is checked as soon as it is made, on a phone too", async () => {
  usePhone();
  const { dialog } = await openWholeForm();
  await sendButton.click();
  const materials = dialog.getByRole("group", { name: /^Vos matières/ });
  const message = materials.getByText("Veuillez sélectionner au moins une option");
  await expect.element(message).toBeVisible();
  await materials.getByLabelText("Lin").click();
  await expect.element(message).not.toBeInTheDocument();
  await materials.getByLabelText("Lin").click();
  await expect.element(message).toBeVisible();
  const season = dialog.getByLabelText("Votre saison");
  await expect.element(season).toHaveAttribute("aria-invalid", "true");
  await season.selectOptions("Hiver");
  await expect.element(season).toHaveAttribute("aria-invalid", "false");
  const rhythm = dialog.getByRole("radiogroup", { name: "Votre rythme" });
  await rhythm.getByLabelText("Parfois").click();
  await expect.element(rhythm.getByText("Ce champ est requis")).not.toBeInTheDocument();
});

test("an invalid field is announced politely 1 s after the last keystroke", async () => {
  const { dialog } = await openShortForm();
  const email = dialog.getByLabelText("Adresse e-mail").element();
  const announced = () =>
    dialog
      .getByRole("status")
      .elements()
      .filter((place) => place.textContent?.startsWith("Adresse email invalide"));
  typeNow(email, "zoé");
  await vi.advanceTimersByTimeAsync(999);
  typeNow(email, "zoé@");
  await vi.advanceTimersByTimeAsync(999);
  expect(announced()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(announced).toHaveLength(1);
  expect(alert.elements()).toEqual([]);
});

test("a known address is refused beside its field, and all input stays", async () => {
  const { dialog, api } = await openShortForm();
  const message = "Cette adresse email est déjà inscrite à la bêta.";
  api.answer({
    "POST /api/signups/:audience": () =>
      refuse(409, { code: "duplicate_email", message, fields: { email: message } }),
  });
  await fillUser(dialog);
  await sendButton.click();
  await expect.element(alert).toMatchTextContent(message);
  await expect.element(dialog.getByLabelText("Adresse e-mail")).toHaveAccessibleDescription(message);
  await expect.element(dialog.getByLabelText("Votre ville")).toHaveValue("Lyon");
  await expect.element(sendButton).toBeEnabled();
});

test("a doubted address counts as confirmed when it is sent again unchanged", async () => {
  const { dialog, answers, api } = await openShortForm();
  const confirmed: unknown[] = [];
  const message = "Vérifiez l’adresse";
  api.answer({
    "POST /api/signups/:audience": (request) => {
      confirmed.push(request.json.emailConfirmed);
      if (request.json.emailConfirmed) return answers["POST /api/signups/:audience"](request);
      return refuse(400, { code: "email_unconfirmed", message: "", fields: { email: message } });
    },
  });
  await fillUser(dialog, "zoe@ailleurs.example");
  await sendButton.click();
  const email = dialog.getByLabelText("Adresse e-mail");
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription(message);
  await email.fill("zoe@sans-courrier.example");
  await sendButton.click();
  await expect.element(email).toHaveAccessibleDescription(message);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(confirmed).toEqual([undefined, undefined, true]);
});

test("on a phone a message of the server stays although the field was left just before", async () => {
  usePhone();
  const { dialog, api } = await openShortForm();
  const fields = { email: "Vérifiez l’adresse" };
  api.answer({
    "POST /api/signups/:audience": () => refuse(400, { code: "email_unconfirmed", message: "", fields }),
  });
  await fillUser(dialog);
  const email = dialog.getByLabelText("Adresse e-mail");
  await email.click();
  await sendButton.click();
  await expect.element(email).toHaveAccessibleDescription("Vérifiez l’adresse");
  await vi.advanceTimersByTimeAsync(500);
  await expect.element(email).toHaveAccessibleDescription("Vérifiez l’adresse");
});

test("an address one typo away from a known provider causes a question on blur, and one click accepts the proposal", async () => {
  const { dialog } = await openShortForm();
  const email = dialog.getByLabelText("Adresse e-mail");
  const meant = dialog.getByRole("button", { name: "Vouliez-vous dire zoe@gmail.com\u00a0?" });
  await fillUser(dialog, "zoe@gmial.com");
  await vi.advanceTimersByTimeAsync(300);
  await meant.click();
  await expect.element(email).toHaveValue("zoe@gmail.com");
  await expect.element(email).toHaveFocus();
  await expect.element(meant).not.toBeInTheDocument();
});

test("a visitor can send a doubted address as typed", async () => {
  const { dialog, state } = await openShortForm();
  await fillUser(dialog, "zoe@gmial.com");
  await vi.advanceTimersByTimeAsync(300);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body.email).toBe("zoe@gmial.com");
});

test("the refusal of a known address offers to send the confirmation again", async () => {
  const { dialog, api } = await openShortForm();
  const message = "Cette adresse email est déjà inscrite à la bêta.";
  const resent: unknown[] = [];
  api.answer({
    "POST /api/signups/:audience": () =>
      refuse(409, { code: "duplicate_email", message, fields: { email: message } }),
    "POST /api/signups/:audience/confirmation": ({ param, json }) => {
      resent.push({ ...param, ...json });
      return new Response(null, { status: 204 });
    },
  });
  await fillUser(dialog);
  await sendButton.click();
  await dialog.getByRole("button", { name: "Renvoyer le message de confirmation" }).click();
  await expect.element(dialog.getByText(/^Si cette adresse attend d’être confirmée/)).toBeVisible();
  expect(resent).toEqual([{ audience: "user", email: "zoe@courrier.example" }]);
});

test("the answer to a repeated confirmation keeps the focus, and is not shown under another address", async () => {
  const { dialog, api } = await openShortForm();
  const message = "Cette adresse email est déjà inscrite à la bêta.";
  const answers = [1, 2].map(() => held(() => new Response(null, { status: 204 })));
  let asked = 0;
  api.answer({
    "POST /api/signups/:audience": () =>
      refuse(409, { code: "duplicate_email", message, fields: { email: message } }),
    "POST /api/signups/:audience/confirmation": () => answers[asked++]?.fake(),
  });
  const resend = dialog.getByRole("button", { name: "Renvoyer le message de confirmation" });
  const resent = dialog.getByText(/^Si cette adresse attend d’être confirmée/);
  await fillUser(dialog);
  await sendButton.click();
  await resend.click();
  await dialog.getByLabelText("Adresse e-mail").fill("autre@courrier.example");
  answers[0]?.letGo();
  await answers[0]?.fake();
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  expect(resent.elements()).toEqual([]);
  await sendButton.click();
  await resend.click();
  answers[1]?.letGo();
  await expect.element(resent).toBeVisible();
  expect(resent.element().parentElement).toHaveFocus();
});

test("during a submission the button shows it and a second click sends nothing", async () => {
  const { dialog, api } = await openShortForm();
  const { fake, letGo } = held(() => ({ id: "1", confirms: true }));
  api.answer({ "POST /api/signups/:audience": fake });
  await fillUser(dialog);
  await sendButton.click();
  await expect.element(busyButton).toHaveAttribute("aria-disabled", "true");
  await expect.element(busyButton).toHaveFocus();
  await busyButton.click({ force: true });
  letGo();
  await expect.element(thanks).toBeVisible();
  expect(api.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

test("a sign-up without an answer times out after 20 s and is sent again with the same key", async () => {
  const { dialog, answers, api, state } = await openShortForm();
  const keys: (string | null)[] = [];
  api.answer({
    "POST /api/signups/:audience": (request) => {
      keys.push(request.headers.get("idempotency-key"));
      if (keys.length === 1) return new Promise<never>(() => undefined);
      return answers["POST /api/signups/:audience"](request);
    },
  });
  await fillUser(dialog);
  await sendButton.click();
  await expect.poll(() => keys).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(alert).toMatchTextContent(/^Le serveur ne répond pas. Vos réponses sont conservées/);
  await expect.element(alert).toHaveFocus();
  await expect.element(dialog.getByLabelText("Votre ville")).toHaveValue("Lyon");
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(state.sent).toHaveLength(1);
});

test("a form token that is refused twice is reported, and the form can be sent again", async () => {
  const { dialog, answers, api } = await openShortForm();
  const message = "Le formulaire n’a pas été reconnu. Envoyez-le à nouveau.";
  let refusals = 0;
  api.answer({
    "POST /api/signups/:audience": (request) => {
      refusals += 1;
      if (refusals > 2) return answers["POST /api/signups/:audience"](request);
      return refuse(403, { code: "token_expired", message }, { token: "neuf", puzzle: null });
    },
  });
  await fillUser(dialog);
  await sendButton.click();
  await expect.element(alert).toMatchTextContent(message);
  await expect.element(alert).toHaveFocus();
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
});

test("a questionnaire that does not load is reported after 20 s and can be requested again", async () => {
  const { answers } = fakeSignUpForm();
  const { api } = await openSite({ "GET /api/questionnaire": () => new Promise<never>(() => undefined) });
  await page.getByRole("link", { name: "I want to sign up" }).first().click();
  await expect.element(page.getByText("Chargement du questionnaire…")).toBeVisible();
  await expect.element(sendButton).toBeDisabled();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(alert).toMatchTextContent(/^Impossible de charger le questionnaire/);
  api.answer(answers);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(page.getByLabelText("Votre ville")).toBeVisible();
  expect(alert.elements()).toEqual([]);
});

test("a retry of a failed questionnaire keeps the focus and then moves it to the first question", async () => {
  const { answers } = fakeSignUpForm();
  const { api } = await openSite({ "GET /api/questionnaire": () => Promise.reject(new TypeError("lost")) });
  await page.getByRole("link", { name: "I want to sign up" }).first().click();
  await expect
    .element(alert)
    .toMatchTextContent(/^Impossible de charger le questionnaire. Veuillez réessayer plus tard/);
  const again = page.getByRole("button", { name: "Réessayer" });
  await again.click();
  await expect.element(again).toHaveFocus();
  api.answer(answers);
  await again.click();
  await expect.element(page.getByLabelText("Votre ville")).toHaveFocus();
});

test("a question that was switched off meanwhile disappears, and the other answers stay", async () => {
  const { dialog, answers, api, state } = await openShortForm();
  api.answer({
    "POST /api/signups/:audience": (request) => {
      if (state.questions.length > 0) {
        state.questions = [];
        return refuse(409, { code: "questionnaire_changed", message: "Le questionnaire vient de changer." });
      }
      return answers["POST /api/signups/:audience"](request);
    },
  });
  await fillUser(dialog);
  await sendButton.click();
  await expect
    .element(alert)
    .toMatchTextContent(/^Le questionnaire vient de changer : une question n’est plus/);
  await expect.element(dialog.getByLabelText("Votre ville")).not.toBeInTheDocument();
  await expect.element(dialog.getByLabelText("Prénom")).toHaveValue("Zoé");
  await vi.advanceTimersByTimeAsync(3_000);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body.responses).toEqual({});
});

test("a question that became required meanwhile is shown as required and takes the focus", async () => {
  const [city, ...others] = siteQuestions;
  const size = others.find(({ question }) => question === "Votre pointure");
  const { answers, state } = fakeSignUpForm([city, size].filter((question) => question !== undefined));
  const { dialog, api } = await openSignUpDialog(answers);
  await expect.element(dialog.getByLabelText("Votre pointure (facultatif)")).toBeVisible();
  api.answer({
    "POST /api/signups/:audience": () => {
      state.questions = state.questions.map((question) => ({ ...question, required: true }));
      return refuse(409, { code: "questionnaire_changed", message: "Le questionnaire vient de changer." });
    },
  });
  await fillUser(dialog);
  await sendButton.click();
  const field = dialog.getByLabelText("Votre pointure");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/^Ce champ est requis/);
});

test("an answer whose option was renamed meanwhile is removed, and the others are sent", async () => {
  const chosen = ["Votre ville", "Votre saison", "Vos matières"];
  const season = siteQuestions.find(({ question }) => question === "Votre saison")?.id ?? "";
  const materials = siteQuestions.find(({ question }) => question === "Vos matières")?.id ?? "";
  const { answers, state } = fakeSignUpForm(
    siteQuestions
      .filter(({ question }) => chosen.includes(question))
      .map((question) => (question.id === season ? { ...question, required: false } : question)),
  );
  const { dialog, api } = await openSignUpDialog(answers);
  const present: Record<string, string[]> = {
    [season]: ["Printemps", "Grand froid"],
    [materials]: ["Lin lavé", "Laine", "Soie"],
  };
  api.answer({
    "POST /api/signups/:audience": () => {
      state.questions = state.questions.map((question) => ({
        ...question,
        options: present[question.id] ?? null,
      }));
      api.answer(answers);
      const message = "Cette réponse ne fait pas partie des choix proposés";
      const fields = { [`responses.${season}`]: message, [`responses.${materials}`]: message };
      return refuse(409, {
        code: "questionnaire_changed",
        message: "Le questionnaire vient de changer.",
        fields,
      });
    },
  });
  await fillUser(dialog);
  await dialog.getByLabelText(/^Votre saison/).selectOptions("Hiver");
  await dialog.getByLabelText("Lin").click();
  await dialog.getByLabelText("Soie").click();
  await sendButton.click();
  await expect.element(dialog.getByLabelText("Lin lavé")).not.toBeChecked();
  await expect.element(dialog.getByLabelText("Soie")).toBeChecked();
  expect(dialog.getByText("Cette réponse ne fait pas partie des choix proposés").elements()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3_000);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body.responses).toEqual({ q1: "Lyon", [materials]: ["Soie"] });
});

test("a filled honeypot field is sent with its content", async () => {
  const { dialog, state } = await openShortForm();
  await fillUser(dialog);
  const honeypot = document.querySelector<HTMLInputElement>('input[name="company"]');
  expect(honeypot?.checkVisibility()).toBe(false);
  if (honeypot) honeypot.value = "Robots & Cie";
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body.company).toBe("Robots & Cie");
});

// registre: 1
test("the form's data notice names owner, purposes, periods and rights", async () => {
  const { dialog } = await openWholeForm();
  const line = dialog.getByText(/lit vos réponses pour étudier votre demande/);
  await expect.element(line).toBeVisible();
  await expect.element(dialog.getByText(/dit facultatif/)).not.toBeVisible();
  await line.click();
  for (const text of [/Raison sociale/, /Étudier votre demande/, /dit facultatif/, /1 an après/, /CNIL/])
    await expect.element(dialog.getByText(text).first()).toBeVisible();
  for (const [name, path] of [
    [/^politique de confidentialité/, "/privacy"],
    [/^conditions/, "/conditions"],
    [/^Mes données/, "/mes-donnees"],
  ] as const) {
    await expect.element(dialog.getByRole("link", { name })).toHaveAttribute("href", path);
  }
  await expect
    .element(sendButton)
    .toHaveAccessibleDescription(
      /^En envoyant ma demande, j'accepte les conditions .*et confirme avoir 15 ans ou plus\.$/,
    );
  const hint = /N'indiquez rien sur votre santé, votre religion ou vos opinions\.$/;
  await expect.element(dialog.getByLabelText("Votre ville")).toHaveAccessibleDescription(hint);
  await expect.element(dialog.getByLabelText("Votre style en une phrase")).toHaveAccessibleDescription(hint);
  await expect.element(dialog.getByLabelText(/^Un second e-mail/)).not.toHaveAccessibleDescription();
});

test("the warning about health and religion appears once, and describes each free text", async () => {
  const { dialog } = await openWholeForm();
  expect(dialog.getByText(/^N'indiquez rien sur votre santé/).elements()).toHaveLength(1);
  await expect
    .element(dialog.getByLabelText("Votre style en une phrase"))
    .toHaveAccessibleDescription(/votre religion ou vos opinions\.$/);
});

test("the dialog shows how many fields of the chosen audience are filled", async () => {
  const { dialog } = await openWholeForm();
  const progress = dialog.getByText(/sur \d+/);
  await expect.element(progress).toHaveTextContent("0 sur 10 réponses données");
  await dialog.getByLabelText("Prénom").fill("Zoé");
  await dialog.getByLabelText("Lin").click();
  await expect.element(progress).toHaveTextContent("2 sur 10 réponses données");
  await dialog.getByRole("radio", { name: "Pour ma marque" }).click();
  await expect.element(progress).toHaveTextContent("2 sur 11 réponses données");
});

// registre: 7
test("the box for news starts empty and is optional", async () => {
  const { dialog, state } = await openShortForm();
  await fillUser(dialog);
  await expect.element(newsBox).not.toBeChecked();
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body).not.toHaveProperty("newsConsent");
});

test("the ticked box for news survives an error and a change of audience, and is sent", async () => {
  const { dialog, state } = await openShortForm();
  await newsBox.click();
  await sendButton.click();
  await expect.element(dialog.getByText("Le prénom est requis")).toBeVisible();
  await dialog.getByRole("radio", { name: "Pour ma marque" }).click({ force: true });
  await dialog.getByRole("radio", { name: "Pour moi" }).click({ force: true });
  await expect.element(newsBox).toBeChecked();
  await fillUser(dialog);
  await sendButton.click();
  await expect.element(thanks).toBeVisible();
  expect(state.sent[0]?.body.newsConsent).toBe(true);
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await page.getByRole("link", { name: "I want to sign up" }).first().click();
  await expect.element(newsBox).not.toBeChecked();
});

test("an answer shows and announces the question that depends on it, and keeps the focus", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  const base = { required: true, active: true, targetType: "user" } as const;
  const { answers, state } = fakeSignUpForm([
    {
      ...base,
      id,
      question: "Votre matière",
      fieldType: "radio",
      options: ["Lin", "Soie"],
      orderPosition: 1,
    },
    {
      ...base,
      id: "22222222-2222-4222-8222-222222222222",
      question: "Quel entretien",
      fieldType: "text",
      options: null,
      orderPosition: 2,
      showIf: { match: "all", rules: [{ questionId: id, op: "is", value: "Lin" }] },
    },
  ]);
  const { dialog } = await openSignUpDialog(answers);
  await dialog.getByLabelText("Prénom").fill("Zoé");
  await dialog.getByLabelText("Nom").fill("Martin");
  await dialog.getByLabelText("Adresse e-mail").fill("zoe@courrier.example");
  const care = dialog.getByLabelText(/^Quel entretien/);
  await expect.element(care).not.toBeInTheDocument();
  await dialog.getByLabelText("Lin").click();
  await expect.element(care).toBeVisible();
  await expect.element(dialog.getByLabelText("Lin")).toHaveFocus();
  await expect.element(dialog.getByText("Nouvelle question\u00a0: Quel entretien")).toBeInTheDocument();
  await care.fill("À la main");
  await dialog.getByLabelText("Soie").click();
  await expect.element(care).not.toBeInTheDocument();
  await sendButton.click();
  await expect.element(thanks).toHaveFocus();
  expect(state.sent[0]?.body.responses).toEqual({ [id]: "Soie" });
});
