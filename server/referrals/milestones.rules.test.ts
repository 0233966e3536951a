import { expect, test } from "vitest";
import { sanitizeMailHtml } from "#server/mail/content/sanitize-mail-html.ts";
import { milestoneMail, milestoneOf } from "./milestones.rules.ts";

const noMessage = { firstMessageAt: null, decisiveMessageAt: null };
const sentAt = new Date(0);

test.each([
  [0, noMessage, null],
  [1, noMessage, "first"],
  [2, noMessage, "first"],
  [2, { ...noMessage, firstMessageAt: sentAt }, null],
  [3, { ...noMessage, firstMessageAt: sentAt }, "decisive"],
  [3, noMessage, "decisive"],
  [4, { firstMessageAt: null, decisiveMessageAt: sentAt }, null],
] as const)("%i of three friends after %o announces %s", (friends, state, milestone) => {
  expect(milestoneOf(state, { friends, wanted: 3 })).toBe(milestone);
});

test("the owner's sentence is text in a message, never markup", () => {
  expect(milestoneMail("first", "<b>Trois</b> amies").content).toContain("&lt;b&gt;Trois&lt;/b&gt; amies");
});

test.each(["first", "decisive"] as const)(
  "the message of the milestone '%s' keeps the link to share",
  (milestone) => {
    const { content } = milestoneMail(milestone, "Trois amies");
    expect(sanitizeMailHtml(content)).toContain('href="{{referralLink}}"');
  },
);
