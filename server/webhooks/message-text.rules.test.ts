import { expect, test } from "vitest";
import { webhookEventTypes } from "#contract/webhooks.ts";
import { messageBody, messageText } from "./message-text.rules.ts";

const created = (audience: string) => ({ type: "signup.created", data: { audience } }) as const;

test("a message about one event is a sentence without a name", () => {
  expect(messageText([created("brand")], null)).toBe("Une marque vient de s’inscrire.");
  expect(messageText([created("user")], null)).toBe("Une personne vient de s’inscrire.");
  const data = { audience: "user", sent: 198, total: 200 };
  for (const type of webhookEventTypes) {
    expect(messageText([{ type, data }], null)).toMatch(/^\p{Lu}.+[^\s]\.$/u);
  }
});

test("a message names the person if a super administrator allowed it", () => {
  const brand = { audience: "brand", firstname: "Nora", name: "Atelier Nord" } as const;
  expect(messageText([created("brand")], brand)).toBe("Atelier Nord (marque) vient de s’inscrire.");
  const user = { audience: "user", firstname: "Zoé", name: "Martin" } as const;
  expect(messageText([{ type: "signup.approved", data: {} }], user)).toBe(
    "Inscription approuvée\u00a0: Zoé Martin.",
  );
});

test("a name mentions no channel and makes no link", () => {
  const person = {
    audience: "user",
    firstname: "<!channel> @everyone",
    name: "[ici](https://x.example) `*_~| evil.com J. Dupont",
  } as const;
  const text = messageText([created("user")], person);
  expect(text).not.toMatch(/[<>@*_~`|[\]]|:\/\/|\.\w/);
  expect(text).toContain("J. Dupont");
});

test("a message about several events counts each kind", () => {
  const events = [
    ...Array.from({ length: 12 }, () => created("user")),
    { type: "signup.confirmed", data: {} } as const,
  ];
  expect(messageText(events, null)).toBe("12 nouvelles inscriptions, 1 adresse confirmée.");
});

test("Discord gets `content` without mentions, and the others get `text`", () => {
  for (const host of ["discord.com", "ptb.discord.com", "discordapp.com"]) {
    expect(JSON.parse(messageBody(host, "Bonjour"))).toEqual({
      content: "Bonjour",
      allowed_mentions: { parse: [] },
    });
  }
  for (const host of ["hooks.slack.com", "outlook.office.com", "notdiscord.com"]) {
    expect(JSON.parse(messageBody(host, "Bonjour"))).toEqual({ text: "Bonjour" });
  }
});
