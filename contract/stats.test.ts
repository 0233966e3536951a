import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  audienceOptions,
  changeOf,
  concerns,
  cutText,
  dayOf,
  daysBefore,
  distributionOf,
  fillDays,
  firstDayOf,
  formatDay,
  percentageOf,
  sumAnswers,
} from "./stats.ts";

describe("percentages", () => {
  test("percentages are rounded", () => {
    expect(percentageOf(1, 3)).toBe(33);
    expect(percentageOf(2, 3)).toBe(67);
    expect(percentageOf(1, 8)).toBe(13);
  });

  test("a percentage of nothing is 0", () => {
    expect(percentageOf(0, 0)).toBe(0);
    expect(percentageOf(3, 0)).toBe(0);
  });
});

describe("answers", () => {
  test("counts of the same answer are summed, the most frequent answer comes first", () => {
    const counts = [
      { answer: "Lin", count: 2 },
      { answer: "Coton", count: 4 },
      { answer: "Lin", count: 3 },
    ];
    expect(sumAnswers(counts)).toEqual([
      { answer: "Lin", count: 5 },
      { answer: "Coton", count: 4 },
    ]);
  });

  test("each answer has its rounded share of all answers", () => {
    const counts = Array.from({ length: 13 }, (_, index) => ({
      answer: `Réponse ${index}`,
      count: 20 - index,
    }));
    const distribution = distributionOf(counts);
    expect(distribution.answers).toHaveLength(13);
    expect(distribution.answerTotal).toBe(182);
    expect(distribution.answers[0]).toEqual({ answer: "Réponse 0", count: 20, percentage: 11 });
  });

  test("a distribution keeps every answer", () => {
    const count = fc.record({ answer: fc.string({ maxLength: 3 }), count: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(count, { maxLength: 60 }), (counts) => {
        const { answers, answerTotal } = distributionOf(counts);
        expect(answers.reduce((sum, answer) => sum + answer.count, 0)).toBe(answerTotal);
        expect(answers.length).toBe(new Set(counts.map(({ answer }) => answer)).size);
      }),
    );
  });
});

describe("labels", () => {
  test("labels are cut after 25 characters with an ellipsis, and shorter labels stay unchanged", () => {
    expect(cutText("a".repeat(25), 25)).toBe("a".repeat(25));
    expect(cutText("a".repeat(26), 25)).toBe(`${"a".repeat(25)}…`);
  });

  test("labels are never cut within a character", () => {
    expect(cutText("👗👠👜", 2)).toBe("👗👠…");
  });
});

describe("days", () => {
  test("a time belongs to its day in Europe/Paris", () => {
    expect(dayOf(new Date("2026-07-14T22:30:00Z"))).toBe("2026-07-15");
    expect(dayOf(new Date("2026-12-31T22:59:59Z"))).toBe("2026-12-31");
    expect(dayOf(new Date("2026-12-31T23:00:00Z"))).toBe("2027-01-01");
  });

  test("days follow one another across a change to or from daylight saving time", () => {
    expect(addDays("2026-03-28", 1)).toBe("2026-03-29");
    expect(addDays("2026-10-25", 1)).toBe("2026-10-26");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });

  test("days without sign-ups are filled with 0", () => {
    const counts = [{ day: "2026-11-20", total: 3, user: 2, brand: 1 }];
    expect(fillDays(counts, "2026-11-19", "2026-11-21")).toEqual([
      { day: "2026-11-19", total: 0, user: 0, brand: 0 },
      { day: "2026-11-20", total: 3, user: 2, brand: 1 },
      { day: "2026-11-21", total: 0, user: 0, brand: 0 },
    ]);
  });

  test("a period of 7 days is today and the six days before", () => {
    expect(firstDayOf("7", "2026-11-21", "2026-01-01")).toBe("2026-11-15");
  });

  test("the period 'all' begins with the first sign-up, or today without one", () => {
    expect(firstDayOf("all", "2026-11-21", "2026-01-01")).toBe("2026-01-01");
    expect(firstDayOf("all", "2026-11-21", null)).toBe("2026-11-21");
  });
});

describe("the period before", () => {
  test("the period before has as many days and ends on the day before the period", () => {
    expect(daysBefore("7", "2026-11-21")).toEqual({ first: "2026-11-08", last: "2026-11-14" });
    expect(daysBefore("30", "2026-11-21")).toEqual({ first: "2026-09-23", last: "2026-10-22" });
  });

  test("there is no period before 'all'", () => {
    expect(daysBefore("all", "2026-11-21")).toBeNull();
  });

  test("the change from the period before is a rounded percentage, or null without earlier sign-ups", () => {
    expect(changeOf(28, 25)).toBe(12);
    expect(changeOf(1, 3)).toBe(-67);
    expect(changeOf(0, 3)).toBe(-100);
    expect(changeOf(3, 0)).toBeNull();
  });
});

describe("sign-up types", () => {
  test("the sign-up types of the filter are those that questions address", () => {
    expect(audienceOptions([])).toEqual(["all"]);
    expect(audienceOptions(["brand"])).toEqual(["all", "brand"]);
    expect(audienceOptions(["user", "both"])).toEqual(["all", "user", "brand"]);
  });

  test("a question for brands does not concern users", () => {
    expect(concerns("brand", "user")).toBe(false);
    expect(concerns("both", "user")).toBe(true);
    expect(concerns("brand", "all")).toBe(true);
  });
});

test("a day is written in French, the first of a month as '1er'", () => {
  expect([formatDay("2026-11-21"), formatDay("2026-03-01")]).toEqual(["21 novembre 2026", "1er mars 2026"]);
});
