import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * Adds up the real counts of Vitest's and Playwright's JSON reports. A report that is missing or unreadable counts as
 * one failure: a run that broke off is no success.
 * @param files paths of the reports
 * @returns {{ passed: number, failed: number, line: string }}
 */
export function countTests(files) {
  const total = { passed: 0, failed: 0 };
  for (const file of files) {
    const counts = existsSync(file) ? countsOf(readFileSync(file, "utf8")) : { passed: 0, failed: 1 };
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
  return { ...total, line: `${total.passed} passed, ${total.failed} failed` };
}

function countsOf(text) {
  try {
    const report = JSON.parse(text);
    return report.stats ? countsOfPlaywright(report) : countsOfVitest(report);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** A suite that does not even load has no tests to count, but has failed. */
function countsOfVitest(report) {
  const broken = report.testResults.filter(
    (suite) =>
      suite.status === "failed" && !suite.assertionResults.some((result) => result.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

function countsOfPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { line, failed } = countTests(process.argv.slice(2));
  process.stdout.write(`${line}\n`);
  process.exit(failed === 0 ? 0 : 1);
}
