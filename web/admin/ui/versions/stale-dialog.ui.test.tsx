import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { fakeMail, template } from "#test/support/ui/mail-fake.ts";
import { htmlSource, htmlSwitch } from "#test/support/ui/mail-page.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { press } from "#test/support/ui/press.ts";
import { fakeQuestionnaire } from "#test/support/ui/questionnaire-fake.ts";
import { fakeSite } from "#test/support/ui/site-fake.ts";

/** An item that two administrators edit at once. Both change its first field, and only the other admin changes the second. */
type Thing = {
  path: string;
  form: string;
  open?: () => Promise<void>;
  /** The first field: its name in the form, then its label in the dialog. */
  field: string;
  label: string;
  /** The label of the second field in the dialog. */
  secondLabel: string;
  /** The dialog's name for the item. */
  thing: string;
  start: () => {
    answers: FakeAnswers;
    /** Saves as the other administrator. */
    saveElsewhere: (first: string, second?: string) => void;
    stored: () => { first: string; second: string };
  };
};

const stale = (current: unknown, savedBy: string | null = superAdmin.email) =>
  refuse(409, { code: "stale", message: staleMessage(savedBy, superAdmin.email) }, { current });

/** Fakes the mail screens with the server's rule that refuses stale saves. */
function fakeSharedMail(start: Parameters<typeof fakeMail>[0], savedBy?: string) {
  const { answers, state } = fakeMail(start);
  const saveTemplate = answers["PUT /api/admin/email/templates/:id"];
  const saveSettings = answers["PUT /api/admin/email/settings"];
  return {
    state,
    answers: {
      ...answers,
      "PUT /api/admin/email/templates/:id": (request) => {
        const present = state.templates.find(({ id }) => id === request.param.id);
        return request.json.version === present?.version ? saveTemplate?.(request) : stale(present, savedBy);
      },
      "PUT /api/admin/email/settings": (request) =>
        request.json.version === state.settings.version
          ? saveSettings?.(request)
          : stale(state.settings, savedBy),
    } satisfies FakeAnswers,
    changeTemplate(changes: Partial<EmailTemplate>) {
      state.templates = state.templates.map((one) => ({ ...one, ...changes, version: one.version + 1 }));
    },
    changeSettings(changes: Partial<typeof state.settings>) {
      state.settings = { ...state.settings, ...changes, version: state.settings.version + 1 };
    },
  };
}

const rejection = template(7, {
  event: "rejected",
  name: "Inscription refusée",
  subject: "Objet",
  content: "<p>Bonjour</p>",
});
const templatePath = `/admin/dashboard/emails?tab=templates&template=${rejection.id}`;

const things: Record<string, Thing> = {
  "a question": {
    path: "/admin/dashboard/questionnaire",
    form: "Modifier la question",
    open: () => press(page.getByRole("button", { name: "Modifier : Votre style ?" }), "{Enter}"),
    field: "Question",
    label: "Question",
    secondLabel: "Cible",
    thing: "Question « Votre style ? »",
    start() {
      const fake = fakeQuestionnaire("Votre style ?");
      return {
        answers: fake.answers,
        saveElsewhere: (first, second) =>
          fake.saveElsewhere(fake.order()[0] ?? "", {
            question: first,
            ...(second && { targetType: "both" }),
          }),
        stored() {
          const [first = ""] = fake.order();
          return { first, second: fake.find(first).targetType };
        },
      };
    },
  },
  "a mail template": {
    path: templatePath,
    form: "Inscription refusée",
    field: "Objet",
    label: "Objet",
    secondLabel: "Contenu (HTML)",
    thing: "Modèle « Inscription refusée »",
    start() {
      const { answers, state, changeTemplate } = fakeSharedMail({ templates: [rejection] });
      return {
        answers,
        saveElsewhere: (subject, content) => changeTemplate({ subject, ...(content && { content }) }),
        stored: () => ({
          first: state.templates[0]?.subject ?? "",
          second: state.templates[0]?.content ?? "",
        }),
      };
    },
  },
  "the mail settings": {
    path: "/admin/dashboard/emails",
    form: "Paramètres d’envoi",
    field: "Nom de l’expéditeur",
    label: "Nom de l’expéditeur",
    secondLabel: "E-mail de l’expéditeur",
    thing: "Paramètres d’envoi",
    start() {
      const { answers, state, changeSettings } = fakeSharedMail({});
      return {
        answers,
        saveElsewhere: (senderName, senderEmail) =>
          changeSettings({ senderName, ...(senderEmail && { senderEmail }) }),
        stored: () => ({ first: state.settings.senderName, second: state.settings.senderEmail }),
      };
    },
  },
  "the owner's settings": {
    path: "/admin/dashboard/site",
    form: "Ce que le site dit de vous",
    field: "Société",
    label: "Éditeur",
    secondLabel: "Hébergeur",
    thing: "Ce que le site dit de vous",
    start() {
      const { answers, present, saveElsewhere } = fakeSite();
      return {
        answers,
        saveElsewhere(company, hostCompany) {
          const { publisher, host } = present();
          saveElsewhere({
            publisher: { ...publisher, company },
            // The second value of the other forms is an address of the demo data, which counts as a placeholder in this form.
            ...(hostCompany && { host: { ...host, company: "Autre hébergeur" } }),
          });
        },
        stored: () => ({ first: present().publisher.company, second: present().host.company }),
      };
    },
  },
};

const button = (name: string, scope: Pick<Locator, "getByRole"> = dialog()) =>
  scope.getByRole("button", { name });
const dialog = () => page.getByRole("dialog", { name: "Modifié entre-temps" });
const section = (name: string) => dialog().getByRole("region", { name });
const kept = "Gardé dans les deux cas";
const formOf = ({ form }: Pick<Thing, "form">) => page.getByRole("form", { name: form });
const first = (thing: Thing) => formOf(thing).getByRole("textbox", { name: thing.field });
const save = (thing: Pick<Thing, "form">) => press(button("Enregistrer", formOf(thing)), "{Enter}");

/** Lets the other administrator save while this form has unsaved text, then saves this form too. */
async function saveTooLate(thing: Thing, second?: string) {
  const { answers, saveElsewhere, stored } = thing.start();
  await openAdmin(thing.path, answers);
  await thing.open?.();
  await first(thing).fill("Ma version");
  saveElsewhere("Leur version", second);
  await save(thing);
  await expect.element(dialog()).toBeVisible();
  return { saveElsewhere, stored };
}

const cases = Object.entries(things);

test.each(cases)(
  "a stale save of %s shows both versions, can keep mine, and keeps fields that only the other admin changed",
  async (_name, thing) => {
    const { stored } = await saveTooLate(thing, "Autre@tenue.example");
    await expect.element(dialog()).toMatchTextContent(/une autre version/i);
    await expect.element(dialog()).toMatchTextContent(thing.thing);
    await expect
      .element(section(thing.label))
      .toMatchTextContent(/Votre version.*Ma version.*Version enregistrée.*Leur version/);
    await expect.element(section(kept)).toMatchTextContent(thing.secondLabel);
    expect(dialog().getByRole("region").elements()).toHaveLength(2); // only the fields that differ
    expect(stored().first).toBe("Leur version");

    const { second } = stored();
    await button("Enregistrer ma version").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(stored).toEqual({ first: "Ma version", second });
  },
);

test.each(cases)(
  "a stale save of %s can take the stored version, and editing continues from it",
  async (_name, thing) => {
    const { stored } = await saveTooLate(thing);
    await button("Prendre la version enregistrée").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(first(thing)).toHaveValue("Leur version");
    await expect.element(formOf(thing).getByRole("alert")).not.toBeInTheDocument();
    await first(thing).fill("La suite");
    await save(thing);
    await expect.poll(() => stored().first).toBe("La suite");
  },
);

test.each(cases)(
  "a stale save of %s keeps the typed text when editing continues, and asks again at the next save",
  async (_name, thing) => {
    const { stored } = await saveTooLate(thing);
    await button("Continuer à modifier").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await first(thing).fill("Ma version, relue");
    await save(thing);
    await expect.element(section(thing.label)).toMatchTextContent("Ma version, relue");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(first(thing)).toHaveValue("Ma version, relue");
    expect(stored().first).toBe("Leur version");
  },
);

test("a version that is saved while the dialog of versions is open asks for another decision", async () => {
  const thing = things["a mail template"] as Thing;
  const { saveElsewhere, stored } = await saveTooLate(thing);
  for (const text of ["<p>Une fois</p>", "<p>Deux fois</p>"]) {
    saveElsewhere("Leur version", text);
    await button("Enregistrer ma version").click();
    await expect.element(section(kept)).toMatchTextContent(text.replace(/<\/?p>/g, ""));
  }
  await button("Enregistrer ma version").click();
  await expect.poll(stored).toEqual({ first: "Ma version", second: "<p>Deux fois</p>" });
});

test("the dialog of two mail versions names who saved, marks lines, fits a phone of 360 px and returns the focus", async () => {
  await page.viewport(360, 740);
  const { answers, changeTemplate } = fakeSharedMail({ templates: [rejection] }, "lea@tenue.example");
  await openAdmin(templatePath, answers);
  await press(htmlSwitch, " ");
  await htmlSource.fill("<p>Bonjour</p><p>À bientôt !</p>");
  changeTemplate({ content: `<p>Bonjour</p><p>${"motsansfin".repeat(20)}</p>` });
  await save({ form: rejection.name });
  await expect
    .element(dialog())
    .toMatchTextContent("lea@tenue.example a enregistré une autre version entre-temps.");
  expect((await dialog().findElement()).querySelectorAll("mark")).toHaveLength(2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(htmlSource).toHaveFocus();
});

test("an administrator who may not change the transport can keep their version, which leaves the transport unchanged", async () => {
  const { answers, state, changeSettings } = fakeSharedMail({}, superAdmin.email);
  await openAdmin("/admin/dashboard/emails", answers, plainAdmin);
  const thing = things["the mail settings"] as Thing;
  await first(thing).fill("Ma version");
  changeSettings({ smtpHost: "smtp.ailleurs.example" });
  await save(thing);
  await expect.element(section(kept)).toMatchTextContent(/Serveur SMTP\s*smtp\.ailleurs\.example/);
  await button("Enregistrer ma version").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(state.saved).toMatchObject([
    { senderName: "Ma version", smtpHost: "smtp.ailleurs.example", version: 2 },
  ]);
});
