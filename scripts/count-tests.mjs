import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** More failed files than this are no accident of a busy machine. */
const repeatedFilesAtMost = 3;

/** Where the report of the repeated files lies: beside the report of the whole run. */
export const repeatedReport = (file) => file.replace(/\.json$/, ".repeated.json");

/** Where the errors outside of every test lie: beside the report. @see errors-reporter.mjs */
export const errorsReport = (file) => file.replace(/\.json$/, ".errors.json");

/**
 * Adds up the real counts of Vitest's and Playwright's JSON reports, together with the report of what was repeated
 * (see `repeatedReport`). A report that is missing or unreadable counts as one failure: a run that broke off is no
 * success, and so is one with an error outside of every test. What failed first and passed alone counts as passed and is
 * named as unsteady.
 * @param {string[]} files paths of the reports
 * @returns {{ passed: number, failed: number, unsteady: string[], errors: string[], line: string }}
 */
export function countTests(files) {
  const counts = files.map(countsOfFile);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  return {
    passed,
    failed,
    unsteady: counts.flatMap((count) => count.unsteady),
    errors: counts.flatMap((count) => count.errors ?? []),
    line: `${passed} passed, ${failed} failed`,
  };
}

/**
 * The test files to run once more: those that failed, or during which something else did, unless they are too many.
 * @param {string} file path of Vitest's report
 * @returns {string[]} paths; empty when nothing failed, too much did, nobody knows where, or there is no report
 */
export function filesToRepeat(file) {
  const report = readReport(file);
  if (!report) return [];
  const failed = report.testResults?.filter(isFailed) ?? [];
  const errors = errorsOf(file);
  if (errors.some((error) => error.file === null)) return [];
  const files = new Set([...failed.map((suite) => suite.name), ...errors.map((error) => error.file)]);
  return files.size <= repeatedFilesAtMost ? [...files] : [];
}

function errorsOf(file) {
  return readReport(errorsReport(file)) ?? [];
}

function countsOfFile(file) {
  const report = readReport(file);
  try {
    if (report.stats) return countsOfPlaywright(report);
    const repeated = readReport(repeatedReport(file))?.testResults ?? [];
    return withErrors(countsOfVitest(report.testResults, repeated), file, repeated);
  } catch {
    return { passed: 0, failed: 1, unsteady: [], errors: errorsOf(file).map(nameOfError) };
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

/** What happened during a file that ran again counts as it went then. */
function withErrors({ passed, failed, unsteady }, file, repeated) {
  const first = errorsOf(file);
  const again = errorsOf(repeatedReport(file));
  const ranAgain = (error) => repeated.some(({ name }) => name === error.file);
  const errors = [...first.filter((error) => !ranAgain(error)), ...again];
  const gone = first.filter((error) => ranAgain(error) && !again.some((other) => other.file === error.file));
  return {
    passed,
    failed: failed + errors.length,
    unsteady: [...unsteady, ...new Set(gone.map(nameOfError))],
    errors: errors.map(nameOfError),
  };
}

function nameOfError({ file, message }) {
  return file === null ? message : `${relative(process.cwd(), resolve(file))} ${message}`;
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

/** Writes the names of what is unsteady and of what went wrong outside of every test, then the line of counts. */
export function writeCounts({ unsteady, errors, line }, write = (text) => process.stdout.write(text)) {
  for (const name of unsteady) write(`unsteady: ${name}\n`);
  for (const name of errors) write(`outside of every test: ${name}\n`);
  write(`${line}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const counts = countTests(process.argv.slice(2));
  writeCounts(counts);
  process.exit(counts.failed === 0 ? 0 : 1);
}
