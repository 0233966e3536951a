import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** More failed files than this are no accident of a busy machine. */
const repeatedFilesAtMost = 3;

/** Where the report of the repeated files lies: beside the report of the whole run. */
export const repeatedReport = (file) => file.replace(/\.json$/, ".repeated.json");

/**
 * Adds up the real counts of Vitest's and Playwright's JSON reports, together with the report of what was repeated
 * (see `repeatedReport`). A report that is missing or unreadable counts as one failure: a run that broke off is no
 * success. What failed first and passed alone counts as passed and is named as unsteady.
 * @param {string[]} files paths of the reports
 * @returns {{ passed: number, failed: number, unsteady: string[], line: string }}
 */
export function countTests(files) {
  const counts = files.map(countsOfFile);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  return {
    passed,
    failed,
    unsteady: counts.flatMap((count) => count.unsteady),
    line: `${passed} passed, ${failed} failed`,
  };
}

/**
 * The test files to run once more: those that failed, unless they are too many.
 * @param {string} file path of Vitest's report
 * @returns {string[]} paths; empty when nothing failed, too much did, or there is no report
 */
export function filesToRepeat(file) {
  const failed = readReport(file)?.testResults?.filter(isFailed) ?? [];
  return failed.length <= repeatedFilesAtMost ? failed.map((suite) => suite.name) : [];
}

function countsOfFile(file) {
  const report = readReport(file);
  try {
    if (report.stats) return countsOfPlaywright(report);
    return countsOfVitest(report.testResults, readReport(repeatedReport(file))?.testResults ?? []);
  } catch {
    return { passed: 0, failed: 1, unsteady: [] };
  }
}

function readReport(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  } catch {
    return null;
  }
}

function countsOfVitest(suites, repeated) {
  const last = suites.map((suite) => repeated.find(({ name }) => name === suite.name) ?? suite);
  return {
    passed: last.flatMap((suite) => withStatus(suite, "passed")).length,
    failed: last.map(failuresOf).reduce((total, failures) => total + failures, 0),
    unsteady: suites.flatMap((suite, index) => unsteadyOf(suite, last[index])),
  };
}

const isFailed = (suite) => suite.status === "failed";

const withStatus = (suite, status) => suite.assertionResults.filter((result) => result.status === status);

/** A suite that does not even load has no tests to count, but has failed. */
function failuresOf(suite) {
  return withStatus(suite, "failed").length || (isFailed(suite) ? 1 : 0);
}

function unsteadyOf(first, last) {
  if (first === last || !isFailed(first)) return [];
  const file = relative(process.cwd(), resolve(first.name));
  const passed = new Set(withStatus(last, "passed").map((result) => result.fullName));
  const failed = withStatus(first, "failed").map((result) => result.fullName);
  if (failed.length === 0) return isFailed(last) ? [] : [file];
  return failed.filter((name) => passed.has(name)).map((name) => `${file} ${name.trim()}`);
}

function countsOfPlaywright({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    unsteady: suites.flatMap((suite) => flakyOf(suite, [])),
  };
}

function flakyOf(suite, titles) {
  const path = [...titles, suite.title];
  const flaky = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "flaky")
      .map((test) => [...path, spec.title, `(${test.projectName})`].join(" ")),
  );
  return [...flaky, ...(suite.suites ?? []).flatMap((inner) => flakyOf(inner, path))];
}

/** Writes the names of what is unsteady, then the line of counts. */
export function writeCounts({ unsteady, line }, write = (text) => process.stdout.write(text)) {
  for (const name of unsteady) write(`unsteady: ${name}\n`);
  write(`${line}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const counts = countTests(process.argv.slice(2));
  writeCounts(counts);
  process.exit(counts.failed === 0 ? 0 : 1);
}
