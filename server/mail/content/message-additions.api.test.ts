import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { consentTexts } from "#contract/consent-texts.ts";
import { formatParisDay } from "#contract/paris-time.ts";
import { initialSiteSettings, type SiteSettings } from "#contract/site.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { createConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import { filledSite } from "#test/support/filled-site.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp({ config: { baseUrl: "http://tenue.test", signupLimitPerMinute: 0 } });
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
  await sayOwner(filledSite);
});

async function sayOwner(values: SiteSettings) {
  await context.database.pool.query(
    "insert into site_settings (values) values ($1) on conflict (id) do update set values = excluded.values, version = site_settings.version + 1",
    [values],
  );
  await context.dependencies.site.refresh();
}
afterAll(() => context.close());

const { company, address } = filledSite.publisher;
const word = filledSite.mail.footerText;

const addPerson = () =>
  context.database.pool.query(
    "insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')",
  );

async function sendCampaign(changes: object = {}) {
  await addPerson();
  await context.agree();
  const campaign = { subject: "Nouvelles", content: "<p>Bonjour</p>", statusFilter: "all", ...changes };
  expect((await context.request("POST", "/campaigns", campaign)).status).toBe(202);
  context.startWorker();
  await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
  const [sent] = context.recorder.sent;
  if (!sent) throw new Error("nothing was sent");
  return sent;
}

const today = () => formatParisDay(new Date());

describe("news", () => {
  // registre: 14
  test("both parts of a news message state the consent's date and the way to unsubscribe", async () => {
    const { html, text } = await sendCampaign();
    const [, token] = /desinscription\/([\w-]{38})\)/.exec(text) ?? [];
    expect(text).toBe(
      `Bonjour\n\n-- \n${word}\nVous recevez ce message car vous l'avez accepté le ${today()}. Me désinscrire (http://tenue.test/desinscription/${token}) · Mes données (http://tenue.test/mes-donnees) — ${company}, ${address}`,
    );
    const shown = html.replace(/<[^>]*>/g, "").replaceAll("&#39;", "'");
    expect(shown).toContain(
      `Vous recevez ce message car vous l'avez accepté le ${today()}. Me désinscrire · Mes données — ${company}, ${address}`,
    );
    expect(html).toContain(`href="http://tenue.test/desinscription/${token}"`);
  });

  // registre: 14
  test("each news message has one-click headers of its recipient only", async () => {
    const { headers } = await sendCampaign();
    const [, token = ""] =
      /^<http:\/\/tenue\.test\/desinscription\/([\w-]{38})>$/.exec(headers["List-Unsubscribe"] ?? "") ?? [];
    expect(headers).toEqual({
      "List-Unsubscribe": expect.any(String),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "<actualites.tenue.example>",
    });
    const { addresses } = context.dependencies;
    expect(await addresses.readUnsubscribeToken(token)).toBe(await addresses.hash("zoe@exemple.fr"));
  });

  test.each([
    '<p>Bonjour</p><div style="display: none"><!--',
    "<p>Bonjour</p><!-- end of content -->",
    "<p>Bonjour</p></td></tr></table></body></html>",
    "<p>Bonjour</p><style>p { display: none }</style><table><tr><td>",
    "<p>Bonjour {{date}}</p><textarea><title><script>",
  ])("news keep a visible footer below %j", async (content) => {
    const { html, text } = await sendCampaign({ content });
    const footer = html.lastIndexOf("Me désinscrire");
    expect(footer).toBeGreaterThan(html.indexOf("Bonjour"));
    expect(html.slice(0, footer)).not.toMatch(
      /<!--(?!\[if mso|\[endif|<!\[endif)[^>]*$|<(?:style|script|textarea)\b[^>]*>(?!.*<\/)/,
    );
    expect(html.match(/Me désinscrire/g)).toHaveLength(1);
    expect(text).toContain("Me désinscrire (");
  });
});

// registre: 17
test("head and footer show the owner's name, escaped", async () => {
  const company = "<b>Fil & {{name}}</b>";
  const publisher = { ...filledSite.publisher, company, address: "1, rue d'Uzès" };
  await sayOwner({ ...filledSite, publisher, mail: { color: "#163b42", footerText: "Du {{date}} & <i>" } });
  const { html, text } = await sendCampaign(toEverybody);
  expect(text).toContain(
    "-- \nDu {{date}} & <i>\nMes données (http://tenue.test/mes-donnees) — <b>Fil & {{name}}</b>, 1, rue d'Uzès",
  );
  expect(html).toContain("— &lt;b&gt;Fil &amp; {{name}}&lt;/b&gt;, 1, rue d&#39;Uzès");
  expect(html).toContain(">Du {{date}} &amp; &lt;i&gt;</p>");
  expect(html).toMatch(
    /<a href="http:\/\/tenue\.test"[^>]*>&lt;b&gt;Fil &amp; &#123;&#123;name}}&lt;\/b&gt;<\/a>/,
  );
});

test("leaves missing owner details out of a mail instead of printing a placeholder", async () => {
  await sayOwner({ ...initialSiteSettings, mail: { color: "#bf3013", footerText: "" } });
  const { html, text } = await sendCampaign(toEverybody);
  expect(text).toBe("Bonjour\n\n-- \nMes données (http://tenue.test/mes-donnees)");
  expect(html).not.toMatch(/\[[A-ZÉ]|—/);
  expect(html).toMatch(/<a href="http:\/\/tenue\.test"[^>]*>Tenue<\/a>/);
});

test("a changed colour shows in the next message, also of a running campaign", async () => {
  expect((await sendCampaign(toEverybody)).html).toContain('bgcolor="#163b42"');
  await sayOwner({ ...filledSite, mail: { ...filledSite.mail, color: "#2f5a34" } });
  // The sending instance reloads the settings every two seconds.
  await vi.waitFor(async () => {
    await context.database.pool.query(
      "update email_log set status = 'pending', lane = 'direct', sent_at = null where status = 'sent'",
    );
    const { html = "" } = context.recorder.sent.at(-1) ?? {};
    expect([html.includes('bgcolor="#2f5a34"'), html.includes("#163b42")]).toEqual([true, false]);
  }, soon);
});

describe("other mail", () => {
  test("a service message links to the page 'Mes données' and has no unsubscribe header", async () => {
    const { text, headers } = await sendCampaign(toEverybody);
    expect(text).toBe(
      `Bonjour\n\n-- \n${word}\nMes données (http://tenue.test/mes-donnees) — ${company}, ${address}`,
    );
    expect(headers).toEqual({});
  });

  test("mail to administrators has no footer: test messages and notices of a changed transport", async () => {
    await context.request("POST", "/email/test");
    await context.saveSettings({ smtpHost: "autre.exemple.fr" });
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(2), soon);
    for (const { html, text } of context.recorder.sent) expect(html + text).not.toContain("Mes données");
  });
});

describe("a confirmation", () => {
  const signUp = async (newsConsent = false) => {
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://tenue.test" },
      body: JSON.stringify({
        firstname: "Zoé",
        name: "Martin",
        email: "zoe@exemple.fr",
        responses: {},
        newsConsent,
      }),
    });
    expect([answer.status, answer.status === 201 || (await answer.text())]).toEqual([201, true]);
  };
  const sendConfirmation = async () => {
    await context.database.pool.query("update email_log set next_attempt_at = now()");
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    return context.recorder.sent[0];
  };

  test("a confirmation greets by name, with a large button to confirm and a small one to erase, also as links in the text part", async () => {
    await signUp();
    const sent = await sendConfirmation();
    const [, link = "", token = ""] =
      /^Bonjour Zoé,\n\nConfirmer mon adresse\u00a0:\n(http:\/\/tenue\.test\/confirmation\/([\w-]+))\n\nCe lien ouvre une page qui vous demande de confirmer votre adresse\.\n\nMerci[\s\S]*\n\nCe n'est pas moi : effacer\u00a0:\n\1\?action=erase\n\n-- \n/.exec(
        sent?.text ?? "",
      ) ?? [];
    expect(sent?.subject).toBe("Confirmez votre adresse pour la bêta de Tenue");
    expect(sent?.html).toMatch(
      new RegExp(`Bonjour Zoé,[\\s\\S]*<a href="${link}" [^>]*>Confirmer mon adresse</a>[\\s\\S]*Merci`),
    );
    expect(sent?.html).toMatch(
      new RegExp(`<a href="${link}\\?action=erase" [^>]*>Ce n'est pas moi : effacer</a>`),
    );
    const tokens = createConfirmationTokens(context.dependencies.config);
    const { rows } = await context.database.pool.query("select id, email_hash from beta_signups");
    expect(tokens.read(token)).toMatchObject({
      audience: "user",
      id: rows[0].id,
      emailHash: rows[0].email_hash,
    });
  });

  test("a confirmation leaves out a text that is not a first name, and keeps an edited subject", async () => {
    await context.database.pool.query(
      "update email_templates set subject = 'Bienvenue' where event = 'signup'",
    );
    const answer = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "spam.example", name: "M", email: "zoe@exemple.fr", responses: {} }),
    });
    expect(answer.status).toBe(201);
    const sent = await sendConfirmation();
    expect(sent?.subject).toBe("Bienvenue");
    expect(sent?.text).toMatch(/^Bonjour,\n\nConfirmer/);
    await context.database.pool.query(
      "update email_templates set subject = 'Confirmez votre adresse pour la bêta de Tenue' where event = 'signup'",
    );
  });

  // registre: 10
  test("a confirmation quotes the words of the consent and names both choices", async () => {
    await signUp(true);
    const sent = await sendConfirmation();
    const words = `La demande porte aussi cet accord\u00a0: «\u00a0${consentTexts.news}\u00a0» Sur cette page, vous le confirmez, ou vous confirmez votre adresse seulement.`;
    expect(sent?.text).toContain(`\n\n${words}\n\n`);
    expect(sent?.html).toContain(words.replaceAll("'", "&#39;"));
  });

  test("a confirmation quotes no words of a consent that was withdrawn while it waited", async () => {
    await signUp(true);
    await context.database.pool.query("update consents set withdrawn_at = now(), withdrawn_by = 'person'");
    expect((await sendConfirmation())?.text).not.toContain("accord");
  });

  test("a message after a sign-up asks for a confirmation only when the settings require it or the person agreed to news", async () => {
    await context.saveSettings({ confirmationRequested: false });
    await signUp();
    expect((await sendConfirmation())?.text).not.toContain("Confirmer mon adresse");
    await context.clear();
    await context.saveSettings({ confirmationRequested: false });
    await signUp(true);
    expect((await sendConfirmation())?.text).toContain("Confirmer mon adresse");
  });

  test("the log shows the link of a simulated confirmation, but not that of a sent one", async () => {
    const shown = async () => {
      const [entry] = await context.log();
      const answer = await context.request("GET", `/email/log/${entry?.id}`);
      return ((await answer.json()) as { html: string }).html;
    };
    await context.saveSettings({ simulationMode: true });
    await signUp();
    await context.database.pool.query("update email_log set next_attempt_at = now()");
    context.startWorker();
    await vi.waitFor(async () => expect((await context.log())[0]?.status).toBe("sent"), soon);
    expect(await shown()).toMatch(/\/confirmation\/[\w-]{68}"/);

    await context.clear();
    await context.saveSettings();
    await signUp();
    await sendConfirmation();
    await vi.waitFor(async () => expect((await context.log())[0]?.status).toBe("sent"), soon);
    expect(await shown()).toContain("Confirmer mon adresse");
    expect(await shown()).not.toMatch(/\/confirmation\/[\w-]{10}/);
  });
});

test("a preview shows the size of the message, and warns of a Gmail cut and of pictures without a text", async () => {
  const preview = async (content: string) => {
    const answer = await context.request("POST", "/email/preview", { subject: "Objet", content });
    return (await answer.json()) as { html: string; size: number; warnings: string[] };
  };
  const short = await preview("<p>Bonjour</p>");
  expect(short).toMatchObject({ size: Buffer.byteLength(short.html), warnings: [] });
  const picture = `<img src="data:image/png;base64,${"iVBORw0KGgo".repeat(9_000)}=" alt="">`;
  const pictured = await preview(`<p>Bonjour</p>${picture}`);
  expect(pictured.size).toBeLessThan(short.size + 200);
  expect(pictured.warnings).toEqual([
    "Une image n’a pas de texte de remplacement : qui ne la voit pas n’en saura rien.",
  ]);
  expect((await preview('<img src="https://x.example/a.png" alt="Un manteau">')).warnings).toEqual([]);
  const long = await preview(`<p>${"é".repeat(51_000)}</p>`);
  expect(long.warnings).toEqual([
    expect.stringMatching(/^Ce message pèse 10\d Ko : Gmail coupe ce qui dépasse 102 Ko/),
  ]);
});

test("a preview shows the footer of its kind", async () => {
  const preview = async (purpose?: string) => {
    const body = { subject: "Objet", content: "<p>Bonjour</p>", ...(purpose && { purpose }) };
    const answer = await context.request("POST", "/email/preview", body);
    return ((await answer.json()) as { html: string }).html;
  };
  expect(await preview("news")).toContain("Me désinscrire");
  expect(await preview()).toContain("Mes données");
  expect(await preview()).not.toContain("Me désinscrire");
});
