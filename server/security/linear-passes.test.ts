import { expect, test } from "vitest";
import { contentSchema } from "#contract/campaigns.schema.ts";
import {
  escapeHtml,
  fillTemplate,
  joinVariables,
  templateValues,
  unknownVariables,
} from "#contract/template-variables.ts";
import { isDeepJson } from "#server/lib/http/request-guards.ts";
import { partsOf } from "#server/mail/content/mail-parts.ts";
import { costRatio } from "#test/support/cost-ratio.ts";

const values = templateValues({ email: "zoe@exemple.fr", variables: {} }, new Date());

/** The work that the event loop itself does on the content of a message. */
const passes: Record<string, (content: string) => unknown> = {
  "checks a message": (content) => contentSchema.safeParse(content),
  "finds unknown variables": unknownVariables,
  "fills variables in": (content) => fillTemplate(content, values, escapeHtml),
  "finds links and pictures": partsOf,
  "joins variables": joinVariables,
  "measures the depth of JSON": isDeepJson,
};
const pieces = [
  "{{ ",
  "{{",
  "{<b>{",
  "{{a}}",
  `{{${" ".repeat(40)}`,
  "<",
  "<a ",
  "<img ",
  '<a href="',
  "&nbsp;",
  "[]",
  " ",
  '"',
];

/** The quotient for linear time is 4, for quadratic time 16. */
const limit = 8;

test.each(Object.entries(passes))("%s works in linear time", async (_name, pass) => {
  for (const piece of pieces) {
    const [short, long] = [20_000, 80_000].map((length) => piece.repeat(length / piece.length)) as [
      string,
      string,
    ];
    expect(await costRatio(pass, { short, long, limit }), JSON.stringify(piece)).toBeLessThan(limit);
  }
});
