import { expect, test } from "vitest";
import { readMail } from "#server/mail/bounces/bounce-reader.ts";
import { hostileMails, mailSizes } from "#test/support/hostile-mails.ts";

const [small = 0, large = 0] = mailSizes;
/** Of 3.2 times the length: linear work takes 3.2 times as long, quadratic work ten times. */
const ratioMax = 6.5;
/** What takes less may be noise. */
const floorMs = 2;
const tries = 3;

async function spentOn(mail: string): Promise<number> {
  const before = process.threadCpuUsage();
  await readMail(mail);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test.each(hostileMails)("$what: a mail of 64 KB is read in linear time", async ({ build }) => {
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries && ratio >= ratioMax; attempt += 1) {
    ratio = (await spentOn(build(large))) / Math.max(floorMs, await spentOn(build(small)));
  }
  expect(ratio).toBeLessThan(ratioMax);
});
