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

const values = templateValues({ email: "zoe@exemple.fr", variables: {} }, new Date());

/** What the event loop itself does with the content of a message. */
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

/** In milliseconds of the processor, of which waiting is no part; the least of several tries. */
function costOf(work: () => unknown): number {
  const tries = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

test.each(Object.entries(passes))("%s in linear time", (_name, pass) => {
  for (const piece of pieces) {
    const content = (length: number) => piece.repeat(length / piece.length);
    const [short, long] = [20_000, 80_000].map((length) => costOf(() => pass(content(length))));
    // Quadratic time would give a factor of 16. The added millisecond covers passes too quick to measure.
    expect(((long ?? 0) + 1) / ((short ?? 0) + 1), JSON.stringify(piece)).toBeLessThan(8);
  }
});
