import { describe, expect, test } from "vitest";
import { respond } from "#server/mail/transports/http-server.test-helpers.ts";
import { hour, minute, openWebhookDesk } from "./webhooks.test-helpers.ts";

const { desk, query, admin, deliver, subscribe, signUp, deliverAfter, received } = openWebhookDesk();

describe("messages", () => {
  const texts = () => received().map(({ body }) => (JSON.parse(body) as { text: string }).text);

  test("messages are sent at most once a minute, with a summary of several events", async () => {
    await subscribe(["signup.created", "signup.deleted"], { kind: "message" });
    await signUp();
    await deliver();
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push(await signUp());
    await admin("DELETE", `signups/user/${made[0]}`);
    await deliverAfter(30_000);
    expect(texts()).toEqual(["Une personne vient de s’inscrire."]);
    await deliverAfter(31_000);
    expect(texts().slice(1)).toEqual(["12 nouvelles inscriptions, 1 inscription supprimée."]);
    await deliverAfter(2 * minute);
    expect(texts()).toHaveLength(2);
    expect(received()[0]?.headers).not.toHaveProperty("webhook-signature");
  });

  test("messages name the person if a super administrator selected it", async () => {
    await subscribe(["signup.created"], { kind: "message", personal: true });
    await query(
      "insert into brand_signups (firstname, name, email, website) values ('Nora', 'Atelier Nord', 'nora@exemple.fr', 'https://exemple.fr')",
    );
    await deliver();
    expect(texts()).toEqual(["Atelier Nord (marque) vient de s’inscrire."]);
  });

  test("messages give up only their oldest event after its last attempt", async () => {
    await subscribe(["signup.created"], { kind: "message" });
    desk.answers["/hook"] = (response) => respond(response, 500, "");
    await signUp();
    for (let attempt = 1; attempt < 8; attempt += 1) await deliverAfter(11 * hour);
    await signUp();
    await signUp();
    await deliverAfter(11 * hour);
    delete desk.answers["/hook"];
    await deliverAfter(11 * hour);
    expect(texts().at(-1)).toBe("2 nouvelles inscriptions.");
  });

  test("messages that fail are sent again as one summary", async () => {
    await subscribe(["signup.created"], { kind: "message" });
    desk.answers["/hook"] = (response) => respond(response, 500, "");
    await signUp();
    await deliver();
    await signUp();
    delete desk.answers["/hook"];
    await deliverAfter(2 * minute);
    expect(texts().slice(1)).toEqual(["2 nouvelles inscriptions."]);
  });
});
