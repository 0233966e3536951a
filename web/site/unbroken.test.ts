import { expect, test } from "vitest";
import { keepWordsWhole } from "./unbroken.ts";

test("keepWordsWhole keeps 'e-mail' on one line, only in texts", () => {
  expect(keepWordsWhole("<p>Votre e-mail, vos E-mails</p>")).toBe(
    '<p>Votre <span class="unbroken">e-mail</span>, vos <span class="unbroken">E-mails</span></p>',
  );
});

test.each([
  ['<a title="Un e-mail" href="/e-mail">ici</a>'],
  ["<textarea>e-mail</textarea>"],
  ["<option>Par e-mail</option>"],
  ["<title>e-mail</title>"],
  ['<script type="application/json">{"a":">e-mail<"}</script>'],
])("keepWordsWhole does not change the markup %s", (html) => {
  expect(keepWordsWhole(html)).toBe(html);
});
