import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type ApiTestsOutcome, playApiTests } from "./api-tests.ts";
import { previousTag, unpackVersion } from "./previous-version.ts";
import { runSideBySide, type SideBySideOutcome } from "./side-by-side.ts";

const usage = "npm run test:upgrade -- [--from REV] [--seconds 10] [tests|side-by-side …]";
const trials = ["tests", "side-by-side"];

/** A run that takes longer is aborted. */
const limitMs = 2 * 60 * 60_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string" }, seconds: { type: "string", default: "10" } },
});
const seconds = Number(values.seconds);
if (!(seconds > 0) || positionals.some((name) => !trials.includes(name))) {
  console.error(usage);
  process.exit(1);
}
const wanted = positionals.length > 0 ? positionals : trials;
const serverUrl = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

const calledOff = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => calledOff.abort());
const signal = AbortSignal.any([calledOff.signal, AbortSignal.timeout(limitMs)]);

const work = mkdtempSync(join(tmpdir(), "tenue-upgrade-"));
try {
  const revision = values.from ?? previousTag();
  console.log(`the previous version is ${revision}: unpacking it, with its packages`);
  const previous = await unpackVersion(revision, join(work, "previous"), signal);
  const isGood: boolean[] = [];
  if (wanted.includes("tests")) {
    console.log("its tests on a database that the present version migrated");
    isGood.push(reportApiTests(await playApiTests(previous, serverUrl, signal)));
  }
  if (wanted.includes("side-by-side")) {
    console.log("both versions side by side");
    const log = (line: string) => console.log(`  ${line}`);
    isGood.push(reportSideBySide(await runSideBySide({ previous, serverUrl, seconds, log, signal })));
  }
  process.exitCode = isGood.every(Boolean) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function reportApiTests({ files, passed, failed, unsteady }: ApiTestsOutcome): boolean {
  for (const { file, test } of unsteady) console.log(`  unsteady: ${file}: ${test}`);
  for (const { file, test } of failed) console.log(`  failed: ${file}: ${test}`);
  console.log(`  ${files} files: ${passed} passed, ${failed.length} failed`);
  return failed.length === 0 && passed > 0;
}

function reportSideBySide({ phases, confirmed, campaign, faults }: SideBySideOutcome): boolean {
  for (const { name, signups, reads, errors } of phases) {
    console.log(`  ${name}: ${signups} sign-ups answered, ${reads} reads, ${errors.length} errors`);
    for (const error of new Set(errors)) console.log(`    ${error}`);
  }
  for (const fault of faults) console.log(`  ${fault}`);
  console.log(`  ${confirmed} people, a campaign to ${campaign}: ${faults.length} faults`);
  return faults.length === 0 && confirmed > 0 && phases.every(({ errors }) => errors.length === 0);
}
