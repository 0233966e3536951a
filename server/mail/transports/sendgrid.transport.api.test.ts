import { afterEach, expect, test } from "vitest";
import { quoteWords } from "#contract/quoted-words.ts";
import { type FakeHttpServer, respond, startFakeHttpServer } from "./http-server.test-helpers.ts";
import { createSendgridTransport } from "./sendgrid.transport.ts";
import { outgoing } from "./smtp-server.test-helpers.ts";

const opened: FakeHttpServer[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function service(answer: Parameters<typeof startFakeHttpServer>[0]) {
  const server = await startFakeHttpServer(answer);
  opened.push(server);
  return server;
}

const transportTo = ({ url }: { url: string }, timeoutMs = 20_000) =>
  createSendgridTransport({ key: "SG.a-key", baseUrl: url, timeoutMs });

test("a message is posted with all its parts and the key", async () => {
  const sendgrid = await service((response) => respond(response, 202, ""));
  expect(await transportTo(sendgrid).send(outgoing())).toEqual({ type: "sent" });
  const [call] = sendgrid.calls;
  expect(call).toMatchObject({
    method: "POST",
    path: "/v3/mail/send",
    headers: { authorization: "Bearer SG.a-key" },
  });
  expect(JSON.parse(call?.body ?? "")).toMatchObject({
    from: { email: "bonjour@tenue.example", name: "L’équipe Tenue" },
    reply_to: { email: "reponse@tenue.example" },
    personalizations: [{ to: [{ email: "zoe@exemple.fr", name: "Zoé Martin" }] }],
    custom_args: { emailLogId: "0b6f6c1e-3c2b-4d55-9f0a-111111111111" },
    subject: "Été à Paris",
    content: [
      { type: "text/plain", value: "Bonjour" },
      { type: "text/html", value: '<p>Bonjour <img src="cid:photo@mail"></p>' },
    ],
    attachments: [
      {
        content: "cGljdHVyZQ==",
        filename: "image-1.png",
        type: "image/png",
        disposition: "inline",
        content_id: "photo@mail",
      },
    ],
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
      ganalytics: { enable: false },
    },
    headers: {
      "Auto-Submitted": "auto-generated",
      "Message-ID": "<0b6f6c1e-3c2b-4d55-9f0a-111111111111@tenue.example>",
    },
  });
});

const quoted = (words: string) => quoteWords("Réponse de SendGrid", words);

test.each([
  [400, "refused"],
  [413, "refused"],
  [429, "deferred"],
  [500, "deferred"],
  [503, "deferred"],
  [401, "unreachable"],
  [403, "unreachable"],
])("an answer with status %i is %s, with the service's reason", async (status, type) => {
  const errors = [{ message: "Les mots de SendGrid", field: null }];
  const sendgrid = await service((response) => respond(response, status, { errors }));
  expect(await transportTo(sendgrid).send(outgoing())).toEqual({
    type,
    message: quoted("Les mots de SendGrid"),
  });
});

test("without a connection the message is not handed over; without an answer it is uncertain", async () => {
  const gone = await service(() => {});
  await gone.close();
  expect(await transportTo(gone).send(outgoing())).toMatchObject({ type: "unreachable" });
  const silent = await service(() => {});
  expect(await transportTo(silent, 2_000).send(outgoing())).toMatchObject({ type: "uncertain" });
  const cut = await service((response) => response.destroy());
  expect(await transportTo(cut).send(outgoing())).toMatchObject({ type: "uncertain" });
  expect([silent.calls.length, cut.calls.length]).toEqual([1, 1]);
});

test("a redirect is not followed", async () => {
  const elsewhere = await service((response) => respond(response, 202, ""));
  const sendgrid = await service((response) => respond(response, 307, "", { location: elsewhere.url }));
  expect(await transportTo(sendgrid).send(outgoing())).toMatchObject({ type: "unreachable" });
  expect(elsewhere.calls).toEqual([]);
});

test("the connection test reads the key's rights without sending", async () => {
  const sendgrid = await service((response, { headers }) =>
    headers.authorization === "Bearer SG.a-key"
      ? respond(response, 200, { scopes: ["mail.send"] })
      : respond(response, 401, { errors: [{ message: "authorization required" }] }),
  );
  expect(await transportTo(sendgrid).verify()).toBeNull();
  expect(await createSendgridTransport({ key: "SG.wrong", baseUrl: sendgrid.url }).verify()).toBe(
    quoted("authorization required"),
  );
  expect(sendgrid.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /v3/scopes",
    "GET /v3/scopes",
  ]);
});
