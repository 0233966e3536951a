import { expect, test } from "vitest";
import { readMail } from "#server/mail/bounces/bounce-reader.ts";
import { costRatio } from "#test/support/cost-ratio.ts";
import { hostileMails, mailSizes } from "#test/support/hostile-mails.ts";

const [small = 0, large = 0] = mailSizes;

/** The longer mail has 3.2 times the length: linear work takes 3.2 times as long, quadratic work ten times. */
const limit = 6.5;

test.each(hostileMails)("the parser reads a mail of 64 KB in linear time: $what", async ({ build }) => {
  const ratio = await costRatio(readMail, { short: build(small), long: build(large), limit });
  expect(ratio).toBeLessThan(limit);
});
