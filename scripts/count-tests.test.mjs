import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countTests, errorsReport, filesToRepeat, repeatedReport, writeCounts } from "./count-tests.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reports-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const suite = (name, results, status) => ({
  name: join(process.cwd(), name),
  status: status ?? (Object.values(results).includes("failed") ? "failed" : "passed"),
  assertionResults: Object.entries(results).map(([fullName, state]) => ({ fullName, status: state })),
});

function report(testResults, repeated) {
  const file = join(folder, "unit.json");
  writeFileSync(file, JSON.stringify({ testResults }));
  if (repeated) writeFileSync(repeatedReport(file), JSON.stringify({ testResults: repeated }));
  return file;
}

const errorOf = (name, message) => ({ file: name && join(process.cwd(), name), message });

test("without a repetition the report's own failures count", () => {
  const file = report([suite("a.test.ts", { one: "passed", two: "failed" })]);
  expect(countTests([file])).toMatchObject({ passed: 1, failed: 1, unsteady: [] });
});

test("a test that failed first and passed alone counts as passed and is named", () => {
  const file = report(
    [suite("a.test.ts", { one: "passed", two: "failed" }), suite("b.test.ts", { three: "passed" })],
    [suite("a.test.ts", { one: "passed", two: "passed" })],
  );
  expect(countTests([file])).toEqual({
    passed: 3,
    failed: 0,
    unsteady: ["a.test.ts two"],
    errors: [],
    line: "3 passed, 0 failed",
  });
});

test("a test that fails again has failed, and so has one that only the repetition saw fail", () => {
  const again = report(
    [suite("a.test.ts", { one: "passed", two: "failed" })],
    [suite("a.test.ts", { one: "failed", two: "failed" })],
  );
  expect(countTests([again])).toMatchObject({ passed: 0, failed: 2, unsteady: [] });
});

test("a file that did not load counts as a failure until it loads alone", () => {
  const broken = suite("a.test.ts", {}, "failed");
  expect(countTests([report([broken])])).toMatchObject({ failed: 1, unsteady: [] });
  expect(countTests([report([broken], [broken])])).toMatchObject({ failed: 1, unsteady: [] });
  const loaded = report([broken], [suite("a.test.ts", { one: "passed" })]);
  expect(countTests([loaded])).toMatchObject({ passed: 1, failed: 0, unsteady: ["a.test.ts"] });
});

test("a repetition that broke off leaves the first failures", () => {
  const file = report([suite("a.test.ts", { one: "failed" })]);
  writeFileSync(repeatedReport(file), "{");
  expect(countTests([file])).toMatchObject({ passed: 0, failed: 1, unsteady: [] });
});

test("a report that is missing, unreadable or of another shape counts as one failure each", () => {
  const unreadable = join(folder, "unreadable.json");
  const other = join(folder, "other.json");
  writeFileSync(unreadable, "{");
  writeFileSync(other, "{}");
  expect(countTests([join(folder, "missing.json"), unreadable, other])).toMatchObject({
    passed: 0,
    failed: 3,
  });
});

test("at most three failed files are repeated", () => {
  const failed = (count) =>
    Array.from({ length: count }, (_, index) => suite(`${index}.test.ts`, { one: "failed" }));
  const passed = suite("passed.test.ts", { one: "passed" });
  expect(filesToRepeat(report([...failed(3), passed]))).toEqual(failed(3).map(({ name }) => name));
  expect(filesToRepeat(report(failed(4)))).toEqual([]);
  expect(filesToRepeat(join(folder, "missing.json"))).toEqual([]);
  const brokeOff = join(folder, "broke-off.json");
  writeFileSync(errorsReport(brokeOff), JSON.stringify([errorOf("a.test.ts", "Error: gone")]));
  expect(filesToRepeat(brokeOff)).toEqual([]);
  expect(countTests([brokeOff])).toMatchObject({ failed: 1, errors: ["a.test.ts Error: gone"] });
});

test("an error outside of every test is a failure, and is named", () => {
  const file = report([suite("a.test.ts", { one: "passed" })]);
  writeFileSync(
    errorsReport(file),
    JSON.stringify([errorOf("a.test.ts", "Error: too late"), errorOf(null, "Error: gone")]),
  );
  expect(countTests([file])).toMatchObject({
    passed: 1,
    failed: 2,
    unsteady: [],
    errors: ["a.test.ts Error: too late", "Error: gone"],
  });
  expect(filesToRepeat(file)).toEqual([]);
});

test("an error during a file that does not come again when the file runs alone is unsteady", () => {
  const suites = [suite("a.test.ts", { one: "passed" })];
  const file = report(suites, suites);
  writeFileSync(errorsReport(file), JSON.stringify([errorOf("a.test.ts", "Error: too late")]));
  expect(filesToRepeat(file)).toEqual([join(process.cwd(), "a.test.ts")]);
  const unsteady = ["a.test.ts Error: too late"];
  expect(countTests([file])).toMatchObject({ passed: 1, failed: 0, unsteady, errors: [] });
  writeFileSync(
    errorsReport(repeatedReport(file)),
    JSON.stringify([errorOf("a.test.ts", "Error: too late")]),
  );
  expect(countTests([file])).toMatchObject({ failed: 1, unsteady: [] });
});

test("a browser test that passed at its second try counts as passed and is named with its width", () => {
  const file = join(folder, "browser.json");
  const spec = (title, status) => ({ title, tests: [{ status, projectName: "mobile" }] });
  const inner = { title: "list", specs: [spec("shows rows", "flaky"), spec("sorts", "expected")] };
  const suites = [{ title: "admin.spec.ts", specs: [spec("signs in", "unexpected")], suites: [inner] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  writeFileSync(file, JSON.stringify({ stats, errors: [], suites }));
  expect(countTests([file])).toMatchObject({
    passed: 2,
    failed: 1,
    unsteady: ["admin.spec.ts list shows rows (mobile)"],
  });
});

test("an error outside every browser test counts as a failure", () => {
  const file = join(folder, "browser.json");
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };
  writeFileSync(file, JSON.stringify({ stats, errors: [{ message: "no server" }] }));
  expect(countTests([file])).toMatchObject({ passed: 1, failed: 1 });
});

test("the line of counts is the last one written", () => {
  const lines = [];
  const counts = { unsteady: ["a.test.ts two"], errors: ["Error: gone"], line: "3 passed, 1 failed" };
  writeCounts(counts, (text) => lines.push(text));
  expect(lines).toEqual([
    "unsteady: a.test.ts two\n",
    "outside of every test: Error: gone\n",
    "3 passed, 1 failed\n",
  ]);
});
