import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createTemplate, templateVariable } from "#test/support/test-run.ts";
import { findDatabaseTests } from "./find-database-tests.ts";
import type { PreviousVersion } from "./previous-version.ts";
import { runCommand } from "./run-command.ts";

const limitMs = 45 * 60_000;

/** A copy of the previous version's configuration, with a database that this tool prepares. */
const configName = "upgrade.vitest.config.ts";
const config = `import own from "./vitest.config.ts";

const unprepared = (test) => ({ ...test, globalSetup: [] });
const projects = own.test.projects?.map((project) => ({ ...project, test: unprepared(project.test) }));

export default { ...own, test: { ...unprepared(own.test), ...(projects && { projects }) } };
`;

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};
type Failure = { file: string; test: string };
export type ApiTestsOutcome = { files: number; passed: number; failed: Failure[]; unsteady: Failure[] };

/** Tests that fail because the schema has additions, or because a function changed on purpose. */
const boundToTheirSchema = [
  // Search keys of 0.2.0 kept accents.
  "browser and database make the same search key",
  "a search finds what a look at each text finds",
  "it is not ready while the database misses a migration",
  "a database that a newer build has changed is left alone",
  "every column that can hold a text is known",
];

/**
 * Runs the unchanged tests of the previous version on copies of a database that the present version migrated. Failed tests run
 * a second time alone, because the machine may be busy. Tests in `boundToTheirSchema` do not count.
 */
export async function playApiTests(
  previous: PreviousVersion,
  serverUrl: string,
  signal: AbortSignal,
): Promise<ApiTestsOutcome> {
  const files = findDatabaseTests(previous.folder);
  if (files.length === 0) throw new Error("the previous version has no test that needs the database");
  writeFileSync(join(previous.folder, configName), config);
  const template = await createTemplate(serverUrl);
  const env = { PATH: previous.path, TEST_DATABASE_URL: serverUrl, [templateVariable]: template.name };
  const play = (some: string[]) => runTests(previous.folder, some, env, signal);
  try {
    const report = await play(files);
    const first = failuresOf(report, previous.folder);
    if (first.length === 0)
      return { files: files.length, passed: report.numPassedTests, failed: [], unsteady: [] };
    const again = await play(["--maxWorkers=1", ...new Set(first.map(({ file }) => file))]);
    const failed = failuresOf(again, previous.folder);
    const isIn = (list: Failure[], { file, test }: Failure) =>
      list.some((one) => one.file === file && one.test === test);
    const unsteady = first.filter((failure) => !isIn(failed, failure));
    return { files: files.length, passed: report.numPassedTests + unsteady.length, failed, unsteady };
  } finally {
    await template.remove();
  }
}

async function runTests(
  folder: string,
  options: string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Report> {
  const report = join(folder, "upgrade-report.json");
  rmSync(report, { force: true });
  const args = ["run", "--config", configName, "--reporter=json", `--outputFile.json=${report}`, ...options];
  const program = join(folder, "node_modules/.bin/vitest");
  const code = await runCommand(program, args, { cwd: folder, env, limitMs, signal });
  if (!existsSync(report)) throw new Error(`the previous version's tests did not come to an end (${code})`);
  return JSON.parse(readFileSync(report, "utf8")) as Report;
}

function failuresOf({ testResults }: Report, folder: string): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name);
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName }) => ({ file, test: fullName }));
    const counted = failed.filter(({ test }) => !boundToTheirSchema.some((name) => test.includes(name)));
    return status === "failed" && failed.length === 0
      ? [{ file, test: message.split("\n")[0] ?? "" }]
      : counted;
  });
}
