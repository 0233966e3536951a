import { expect, test } from "vitest";
import { linkAddress } from "./link-address.ts";

test.each([
  [" zoe@exemple.fr ", "mailto:zoe@exemple.fr"],
  ["mailto:zoe@exemple.fr", "mailto:zoe@exemple.fr"],
  ["mailto:zoe@exemple.fr?subject=Bonjour", "mailto:zoe@exemple.fr?subject=Bonjour"],
  ["mailto:{{email}}", "mailto:{{email}}"],
  ["{{link}}", "{{link}}"],
  ["{{referralLink}}", "{{referralLink}}"],
  ["exemple.fr/beta?x=1", "https://exemple.fr/beta?x=1"],
  ["www.exemple.fr", "https://www.exemple.fr"],
  ["www.exemple.fr?q={{email}}", "https://www.exemple.fr?q={{email}}"],
  ["//exemple.fr/a", "https://exemple.fr/a"],
  ["exemple.fr:8080/a", "https://exemple.fr:8080/a"],
  ["http://exemple.fr", "http://exemple.fr"],
  ["tel:+33 1 23 45 67 89", "tel:+33123456789"],
  ["tel:01.23.45.67.89", "tel:01.23.45.67.89"],
])("a link to %j leads to %s", (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
  expect(linkAddress(address), "a second time").toBe(address);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//www.exemple.fr",
  "data:text/html,x",
  "",
  "bonjour",
  "#ancre",
  "/page",
  "ftp://exemple.fr",
  "https://",
  "tel:alert(1)",
  "{{email}}",
])("%j is refused as the target of a link", (typed) => {
  expect(linkAddress(typed)).toBeNull();
});
