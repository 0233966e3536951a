import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { keyOf, quotedTexts } from "./quoted-texts.test-helpers.ts";
import { readTextsOf } from "./source-texts.test-helpers.ts";
import { faultsOf } from "./typography.test-helpers.ts";

/** All files with French texts: screens, responses and messages. Commands are in English. */
const files = globSync("{contract,server,web}/**/*.{ts,tsx}", {
  exclude: ["**/*.test.*", "**/*.test-helpers.*", "**/testing/**", "server/commands/**"],
});
/** Texts that are not shown, but compared with user input or with another server's texts. */
const matched = [
  "emails campagnes",
  "email message",
  "e-mails emails modèles envoi SMTP domaine adresses bloquées rebonds désinscriptions",
  "e-mail email historique statut échec attente",
  "Mozilla/5.0 (compatible; verification de liens)",
];
const left = new Set([...quotedTexts, ...matched].map(keyOf));

test("all texts of the product follow French typography and write 'e-mail', except quotations", () => {
  const texts = files.flatMap((file) => readTextsOf(file));
  expect(texts.length).toBeGreaterThan(2500);
  const found = texts
    .filter(({ text }) => !left.has(keyOf(text)))
    .flatMap(({ file, line, text }) => faultsOf(text).map((fault) => `${file}:${line}: ${fault}`));
  expect(found).toEqual([]);
});

// registre: 26
test("no text promises that all data of a person disappear", () => {
  const promise =
    /il ne reste (?:rien|qu)|disparai\w+ pour de bon|définitivement|immédiat et définitif|ne gardons qu/i;
  const found = files.flatMap((file) => readTextsOf(file)).filter(({ text }) => promise.test(text));
  expect(found.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
});

test("every exception in the list of quoted texts is used and has a fault", () => {
  const said = new Set(files.flatMap((file) => readTextsOf(file)).map(({ text }) => keyOf(text)));
  expect([...left].filter((text) => !said.has(text))).toEqual([]);
  expect([...quotedTexts, ...matched].filter((text) => faultsOf(text).length === 0)).toEqual([]);
});

test.each([
  ["Pourquoi ? ", "ordinary space before a high sign"],
  ["Il dit « oui\u00a0»", "ordinary space after «"],
  ["C'est dit", "straight apostrophe"],
  ["Un email est parti", "e-mail spelled otherwise"],
  ["Bravo!", "no space before a high sign"],
  ["{}: {}", "no space before a high sign"],
  ["5 %", "ordinary space before a high sign"],
])("the check of typography finds the fault: %s", (text, fault) => {
  expect(faultsOf(text).join()).toContain(fault);
});

test("the check of typography reads sentences of elements, templates, and words that are counted or chosen", () => {
  const source = `const sample = (
    <section className="empty-state" aria-label="Inscriptions" title={\`Depuis \${days} jours\`}>
      Rien&nbsp;: {label}
      {sent ? "envoi" : "envois"}
    </section>
  );`;
  const texts = readTextsOf("web/admin/sample.tsx", source).map(({ text }) => text);
  expect(texts).toEqual(["Rien\u00a0: {}{}", "Inscriptions", "Depuis {} jours", "envoi", "envois"]);
});
