import { expect, test } from "vitest";
import type { SourceRow } from "#contract/sources.schema.ts";
import {
  chartColumns,
  chartedSources,
  funnelOf,
  groupBySource,
  isCut,
  mediumName,
  ofSource,
  rateText,
  sourceName,
} from "./sources-texts.ts";

const row = (source: string | null, counts: Partial<SourceRow>): SourceRow => ({
  ...{
    source,
    medium: "",
    campaign: "",
    views: 0,
    opened: 0,
    started: 0,
    signedUp: 0,
    confirmed: 0,
    approved: 0,
    invited: 0,
    redeemed: 0,
  },
  ...counts,
});
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ");

test("media and campaigns are grouped by source, the most passages first", () => {
  const groups = groupBySource([
    row("direct", { views: 15 }),
    row("instagram", { views: 10, medium: "story" }),
    row("instagram", { views: 10, signedUp: 2 }),
    row(null, { signedUp: 1 }),
  ]);
  expect(
    groups.map(({ source, rows, counts }) => [source, rows.length, counts.views, counts.signedUp]),
  ).toEqual([
    ["instagram", 2, 20, 2],
    ["direct", 1, 15, 0],
    [null, 1, 0, 1],
  ]);
});

test("sources, media and campaigns have French names", () => {
  expect([sourceName("direct"), sourceName(null), sourceName("tiktok")]).toEqual([
    ...["Accès direct", "Inconnue", "tiktok"],
  ]);
  expect(mediumName({ medium: "story", campaign: "mai" })).toBe("story · mai");
  expect(mediumName({ medium: "", campaign: "" })).toBe("Sans support ni campagne");
});

test("a source without passages has no rate", () => {
  expect(plain(rateText(row("a", { views: 200, signedUp: 13 })))).toBe("7 %");
  expect(rateText(row("a", { signedUp: 3 }))).toBe("—");
});

test("the funnel states the loss between two steps in words, and counts passages instead of people", () => {
  const counts = {
    views: 1_000,
    opened: 400,
    started: 100,
    signedUp: 40,
    confirmed: 30,
    approved: 30,
    invited: 20,
    redeemed: 15,
  };
  expect(funnelOf(counts).map(({ count, loss }) => [count, plain(loss)])).toEqual([
    [1_000, undefined],
    [400, "600 passages sur 1 000 sans ouverture du formulaire, soit 60 %"],
    [40, "360 ouvertures sur 400 sans inscription, soit 90 % (100 formulaires commencés)"],
    [30, "10 inscriptions sur 40 sans confirmation de l’adresse, soit 25 %"],
    [30, "Autant d’approbations que d’adresses confirmées"],
    [20, "10 approbations sur 30 sans invitation, soit 33 %"],
    [15, "5 invitations sur 20 sans usage du code, soit 25 %"],
  ]);
});

test("the funnel states no loss when a step has more than the previous one", () => {
  const counts = {
    views: 0,
    opened: 2,
    started: 1,
    signedUp: 3,
    confirmed: 1,
    approved: 0,
    invited: 0,
    redeemed: 0,
  };
  expect(funnelOf(counts).map(({ loss }) => plain(loss))).toEqual([
    undefined,
    "Rien à l’étape d’avant",
    "Aucune perte (1 formulaire commencé)",
    "2 inscriptions sur 3 sans confirmation de l’adresse, soit 67 %",
    "1 approbation de moins que d’adresses confirmées, soit 100 %",
    "Rien à l’étape d’avant",
    "Rien à l’étape d’avant",
  ]);
  const more = funnelOf({ ...counts, approved: 3 }).find(({ name }) => name === "approved");
  expect(plain(more?.loss ?? null)).toBe("2 approbations de plus que d’adresses confirmées");
});

test("a count names its source in French, with elisions, and direct visits have a text without a name", () => {
  const sources = ["instagram", "tiktok", "youtube", "direct", "ami", "autres", null];
  expect(sources.map(ofSource)).toEqual([
    ...["d’Instagram", "de Tiktok", "de Youtube", "d’un accès direct", "d’un ami", "d’autres sources"],
    "de source inconnue",
  ]);
});

test("the table leaves out rows when the totals are larger than the sums of the rows", () => {
  const items = [row("a", { views: 2 }), row("b", { signedUp: 1 })];
  expect(isCut(items, row(null, { views: 2, signedUp: 1 }))).toBe(false);
  expect(isCut(items, row(null, { views: 2, signedUp: 2 }))).toBe(true);
});

test("the chart of sources has the sources of its days, the largest first", () => {
  const day = (source: string | null, views: number, signedUp = 0) => ({
    ...{ day: "2026-03-01", source, views, signedUp },
  });
  const days = [day("a", 3), day(null, 4), day("b", 4, 1), day("a", 2)];
  expect(chartedSources(days)).toEqual(["a", "b", null]);
});

test("the chart of sources has a column per day, or per week or month in a long period", () => {
  const days = [
    { day: "2026-03-01", source: "direct", views: 2, signedUp: 1 },
    { day: "2026-03-09", source: null, views: 0, signedUp: 4 },
    { day: "2026-03-09", source: "other", views: 9, signedUp: 9 },
  ];
  const columns = (to: string, measure: "views" | "signedUp") =>
    chartColumns({ from: "2026-03-01", to, days }, ["direct", null], measure);
  expect(columns("2026-03-09", "signedUp")).toHaveLength(9);
  expect(columns("2026-03-09", "signedUp").at(-1)).toEqual({
    ...{ name: "9 mars 2026", label: "09/03", counts: [0, 4] },
  });
  const weeks = columns("2026-05-30", "views");
  expect(weeks).toHaveLength(13);
  expect(weeks[0]).toEqual({ name: "Du 1er mars 2026 au 7 mars 2026", label: "01/03", counts: [2, 0] });
  expect(columns("2028-03-01", "views").length).toBeLessThanOrEqual(62);
});
