import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { initialSiteSettings } from "#contract/site.ts";
import { SiteContext } from "../site-context.tsx";
import { AccessibilityView } from "../views/accessibility-view.tsx";
import { audit, conformityOf, type Result } from "./audit.ts";

/** The number of criteria of each of RGAA's thirteen topics. */
const topics = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];

test("the audit has the 106 criteria of RGAA 4.1, each with a result for each of nine pages", () => {
  const numbers = topics.flatMap((count, index) =>
    Array.from({ length: count }, (_, place) => `${index + 1}.${place + 1}`),
  );
  expect(numbers).toHaveLength(106);
  expect(audit.criteria.map(({ number }) => number)).toEqual(numbers);
  expect(audit.pages).toHaveLength(9);
  for (const { number, results } of audit.criteria) {
    expect(results, number).toHaveLength(9);
    for (const result of results) expect(["C", "NC", "NA"], number).toContain(result);
  }
});

test("each failed criterion states the page and the reason", () => {
  for (const { number, remark } of conformityOf(audit).failed) expect(remark, number).toMatch(/.{40}/);
});

test.each([
  [["C", "NA"], "totalement conforme", 100],
  [["C", "C", "NC"], "partiellement conforme", 66],
  [["C", "NC", "NC", "NA"], "non conforme", 33],
] as const)("criteria with the results %j are %s", (results, status, rate) => {
  const criteria = results.map((result, index) => ({
    number: String(index),
    title: "",
    results: [result, "NA"] satisfies Result[],
  }));
  expect(conformityOf({ criteria })).toMatchObject({ status, rate });
});

// registre: 47
test("the page 'Accessibilité' shows status, rate, date and non-conformities of the audit", () => {
  const site = { ...initialSiteSettings, images: {} };
  const html = renderToStaticMarkup(
    <SiteContext value={site}>
      <AccessibilityView />
    </SiteContext>,
  );
  const text = html.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'");
  const { status, rate, met, applicable, failed } = conformityOf(audit);
  expect(text).toContain(`État\u00a0: ${status}.`);
  expect(text).toContain(`${met} critères sur ${applicable} applicables, soit ${rate}\u00a0%`);
  expect(html).toContain(`<time dateTime="${audit.date}">`);
  expect(html.match(/<li data-criterion/g)).toHaveLength(failed.length);
  for (const { number, remark } of failed) expect(text).toContain(`${number}, ${remark}`);
  for (const words of ["axe-core", "lecteur d’écran", "Défenseur des droits"]) expect(text).toContain(words);
});
