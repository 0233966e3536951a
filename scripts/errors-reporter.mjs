import { writeFileSync } from "node:fs";

/**
 * A reporter of Vitest's that writes down what went wrong outside of every test: such errors fail a run, and its JSON report
 * leaves them out. Where to is in ERRORS_REPORT.
 */
export default class ErrorsReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.ERRORS_REPORT;
    if (file) writeFileSync(file, JSON.stringify(errors.map(described)));
  }
}

/** `file` is the test file that ran when it happened; null when nobody knows. */
function described({ name, message, VITEST_TEST_PATH: file = null }) {
  return { file, message: `${name ?? "Error"}: ${String(message).split("\n", 1)[0]}` };
}
