import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileWith, readSources, testFiles } from "./find-files.ts";
import { type Mutation, mutations } from "./mutations.ts";

const root = resolve(import.meta.dirname, "../..");
const reportPath = join(root, "docs/mutations.md");

type Outcome = {
  mutation: Mutation;
  result: "killed" | "survived" | "harmless" | "not applied";
  note: string;
};

/** Mutations are made in a copy: nobody who works in the tree meets them. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "tenue-mutations-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const file of files.toString().split("\0").filter(Boolean)) {
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

function attempt(copy: string, mutation: Mutation): Outcome {
  try {
    const path = fileWith(readSources(copy), mutation.find);
    const tests = testFiles(copy, mutation.tests);
    if (tests.length === 0) return { mutation, result: "survived", note: "no such test" };
    return { mutation, ...runMutated(join(copy, path), mutation, () => failedTest(copy, tests)) };
  } catch (error) {
    return { mutation, result: "not applied", note: error instanceof Error ? error.message : String(error) };
  }
}

function runMutated(
  file: string,
  { find, replace, harmless }: Mutation,
  run: () => string | null,
): Omit<Outcome, "mutation"> {
  const original = readFileSync(file, "utf8");
  writeFileSync(
    file,
    original.replace(find, () => replace),
  );
  try {
    const failed = run();
    if (failed !== null) return { result: "killed", note: failed };
    return harmless ? { result: "harmless", note: harmless } : { result: "survived", note: "" };
  } finally {
    writeFileSync(file, original);
  }
}

/** The name of the first test that fails; null when all hold. */
function failedTest(copy: string, tests: string[]): string | null {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const options = ["run", "--bail=1", "--reporter=json", `--outputFile.json=${report}`, ...tests];
  const { status } = spawnSync("vitest", options, { cwd: copy, stdio: "ignore", timeout: 300_000 });
  if (status === 0) return null;
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const failed = testResults
    .flatMap((suite) => suite.assertionResults)
    .find((test) => test.status === "failed");
  return failed?.fullName.trim() ?? "a file that does not load";
}

/** Tests that fail without any mutation would notice every one. */
function assertSound(copy: string, chosen: Mutation[]): void {
  const failed = failedTest(
    copy,
    testFiles(
      copy,
      chosen.flatMap(({ tests }) => tests),
    ),
  );
  if (failed !== null) throw new Error(`This fails already: ${failed}`);
}

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

function report(outcomes: Outcome[]): string {
  const killed = outcomes.filter(({ result }) => result === "killed").length;
  const rows = outcomes.map(({ mutation, result, note }) => `| ${mutation.promise} | ${result} | ${note} |`);
  const database = process.env.TEST_DATABASE_URL ? "PostgreSQL" : "the embedded database";
  return [
    "# Mutations",
    "",
    "Written by `npm run mutate`, by hand: each row is a promise, broken on purpose in a copy (`tools/mutate/mutations.ts`), and the test",
    `that notices. Last report, on ${database}: ${killed} of ${outcomes.length} killed.`,
    "",
    "| promise | broken | by the test |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const wanted = process.argv.slice(2);
const chosen = mutations.filter(({ promise }) => wanted.every((word) => promise.includes(word)));
if (chosen.length === 0) throw new Error(`No promise has all of this in it: ${wanted.join(", ")}`);
const copy = copyProject();
const outcomes: Outcome[] = [];
try {
  assertSound(copy, chosen);
  for (const mutation of chosen) {
    const outcome = attempt(copy, mutation);
    outcomes.push(outcome);
    console.log(`${outcome.result}: ${mutation.promise}${outcome.note ? ` (${outcome.note})` : ""}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
if (wanted.length === 0) writeFileSync(reportPath, report(outcomes));
process.exitCode = outcomes.every(({ result }) => result === "killed" || result === "harmless") ? 0 : 1;
