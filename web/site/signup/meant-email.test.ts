import { expect, test } from "vitest";
import { meantEmail } from "./meant-email.ts";

test.each([
  ["zoe@gmial.com", "zoe@gmail.com"],
  ["Zoe.L@GMAIL.CON", "Zoe.L@gmail.com"],
  ["zoe@gmail.fr", "zoe@gmail.com"],
  ["zoe@gmailcom", "zoe@gmail.com"],
  ["zoe@hotmial.fr", "zoe@hotmail.fr"],
  ["zoe@orange.f", "zoe@orange.fr"],
  ["zoe@ornage.fr", "zoe@orange.fr"],
  ["zoe@wanado.fr", "zoe@wanadoo.fr"],
  ["zoe@lapostee.net", "zoe@laposte.net"],
])("the typed address %s probably means %s", (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

test.each([
  "zoe@gmail.com",
  "zoe@yahoo.fr",
  "zoe@exemple.fr",
  "zoe@orange.be",
  "zoe",
  "",
  "@gmial.com",
  "a@b@gmial.com",
])("the typed address %j gets no proposal", (typed) => {
  expect(meantEmail(typed)).toBeNull();
});
