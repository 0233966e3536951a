// Adds up the JSON reports of Vitest and Playwright: `node scripts/sum-tests.mjs REPORT=EXIT_CODE …`. It names each flaky test
// and each failure, and ends with the line "N passed, N failed". A runner that failed without a failed test (an error
// outside of a test, or no report) counts as one failure.
import { readFileSync } from "node:fs";

const results = process.argv.slice(2).flatMap((argument) => {
  const [path, code] = argument.split("=");
  const tests = readTests(path);
  const isExplained = code === "0" || tests.some(({ outcome }) => outcome === "failed");
  return isExplained
    ? tests
    : [...tests, { name: `${path}: the runner ended with ${code}`, outcome: "failed" }];
});

for (const outcome of ["flaky", "failed"]) {
  for (const { name } of results.filter((test) => test.outcome === outcome))
    console.log(`${outcome}: ${name}`);
}
const failed = results.filter(({ outcome }) => outcome === "failed").length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function readTests(path) {
  try {
    const report = JSON.parse(readFileSync(path, "utf8"));
    return report.testResults
      ? report.testResults.flatMap(fromVitest)
      : report.suites.flatMap(fromPlaywright);
  } catch (error) {
    return [{ name: `${path}: ${error.message}`, outcome: "failed" }];
  }
}

function fromVitest({ name: file, status, assertionResults }) {
  const tests = assertionResults
    .filter((test) => test.status === "passed" || test.status === "failed")
    .map(({ fullName, status: own, failureMessages }) => {
      // Vitest keeps the errors of attempts that failed before a success.
      const isFlaky = own === "passed" && failureMessages.length > 0;
      return { name: `${file} ${fullName}`, outcome: isFlaky ? "flaky" : own };
    });
  const isUnexplained = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
  return isUnexplained ? [...tests, { name: file, outcome: "failed" }] : tests;
}

function fromPlaywright({ title, specs = [], suites = [] }) {
  const outcomes = { expected: "passed", flaky: "flaky", unexpected: "failed" };
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status in outcomes)
      .map(({ status, projectName }) => ({
        name: `${title} ${spec.title} (${projectName})`,
        outcome: outcomes[status],
      })),
  );
  return [...own, ...suites.flatMap(fromPlaywright)];
}
