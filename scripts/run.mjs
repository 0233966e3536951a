// The one entry of every npm script. Runs on the system's Node (>= 20); what it starts runs on the project's own.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { countTests, errorsReport, filesToRepeat, repeatedReport, writeCounts } from "./count-tests.mjs";
import {
  ensureBuilt,
  ensureChromium,
  ensureInstalled,
  ensureTestBrowser,
  environment,
  installDebianPackage,
  isInstalled,
  removeTools,
  root,
  run,
  runCounted,
  say,
} from "./prepare.mjs";

const [command = "", ...args] = process.argv.slice(2);

const commands = {
  start() {
    ensureBuilt();
    if (process.env.NODE_ENV === "production") removeTools();
    say("starting the server");
    forward("node", ["build/server/main.js"]);
  },

  test() {
    const reports = testReports();
    const codes = [runUnitTests(reports.unit), runBrowserTests(reports.browser)];
    writeCounts(countTests([reports.unit, reports.browser]), (text) => process.stdout.write(`> ${text}`));
    process.exit(codes.find((code) => code !== 0) ?? 0);
  },

  "test:unit": () => process.exit(runUnitTests(testReports().unit)),

  "test:browser": () => process.exit(runBrowserTests(testReports().browser)),

  screenshots() {
    process.env.SCREENSHOTS = "1";
    args.splice(0, args.length, "e2e/screenshots.spec.ts", "--project=desktop");
    process.exit(runBrowserTests(testReports().browser));
  },

  "test:faults"() {
    say("long runs against real mail servers and databases");
    process.exit(runCounted("vitest", ["run", "--config", "tools/faults/vitest.config.ts", ...args]));
  },

  "test:upgrade": () => forward("node", ["tools/upgrade/main.ts", ...args]),

  mutate: () => forward("node", ["tools/mutate/main.ts", ...args]),

  check() {
    say("format and lint");
    run("biome", ["ci", "--error-on-warnings", "."]);
    say("walls");
    run("node", ["scripts/walls/main.ts"]);
    run("node", ["scripts/migrations/main.ts"]);
    say("unused files, exports and packages");
    run("knip", ["--no-progress"]);
    const parts = ["contract", "server", "web", "e2e", ...(isInstalled("artwork") ? ["artwork"] : [])];
    for (const part of parts) {
      say(`types of ${part}`);
      run("tsc", ["-p", `tsconfig.${part}.json`]);
    }
  },

  dev() {
    forward("node", ["scripts/dev.ts"]);
  },

  seed: () => forward("node", ["tools/seed/seed.ts", ...args]),

  tenue: () => forward("node", ["server/tenue.ts", ...args]),

  admin: () => forward("node", ["server/tenue.ts", "admin", ...args]),

  backup: () => forward("node", ["server/tenue.ts", "backup", ...args]),

  restore: () => forward("node", ["server/tenue.ts", "restore", ...args]),

  move: () => forward("node", ["server/tenue.ts", "move", ...args]),

  bench() {
    ensureBuilt();
    if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !existsSync("/usr/bin/wrk")) {
      installDebianPackage("wrk");
    }
    forward("node", ["tools/bench/main.ts", ...args], { CHROMIUM_PATH: ensureChromium() });
  },

  "bench:site"() {
    const chromium = ensureChromium();
    ensureBuilt();
    forward("node", ["tools/bench/site.bench.ts", ...args], { CHROMIUM_PATH: chromium });
  },

  release() {
    ensureBuilt();
    forward("node", ["scripts/release/main.ts", ...args]);
  },

  "release:image"() {
    ensureBuilt();
    forward("node", ["scripts/release/image.ts", ...args]);
  },

  film: () => draw("artwork/film/make-film.ts"),

  pictures: () => draw("artwork/pictures/make-pictures.ts"),
};

/** The artwork has packages of its own, which only those who draw need. */
function draw(script) {
  ensureInstalled("artwork");
  forward("node", [script, ...args], { CHROMIUM_PATH: ensureChromium() });
}

function testReports() {
  const folder = process.env.TEST_REPORTS ?? join(root, "test-results");
  mkdirSync(folder, { recursive: true });
  return { unit: join(folder, "unit.json"), browser: join(folder, "browser.json") };
}

function runUnitTests(report) {
  say("unit and API tests");
  const repeated = repeatedReport(report);
  for (const old of [repeated, errorsReport(report), errorsReport(repeated)]) rmSync(old, { force: true });
  const code = runVitest(report, args);
  return process.env.CI && code !== 0 ? repeatFailed(report, code) : code;
}

/** A shared machine may stumble once: what failed runs again alone, and is named when it then passes. */
function repeatFailed(report, code) {
  const files = filesToRepeat(report);
  if (files.length === 0) return code;
  say(`once more, alone: ${files.length} files with failures`);
  return runVitest(repeatedReport(report), ["--maxWorkers=1", ...files]);
}

function runVitest(report, options) {
  const reporters = ["dot", "json", "./scripts/errors-reporter.mjs"].map((name) => `--reporter=${name}`);
  return runCounted("vitest", ["run", ...reporters, `--outputFile.json=${report}`, ...options], {
    env: { ERRORS_REPORT: errorsReport(report) },
  });
}

function runBrowserTests(report) {
  const chromium = ensureTestBrowser();
  ensureBuilt();
  say("browser tests");
  return runCounted("playwright", ["test", ...args], {
    env: { CHROMIUM_PATH: chromium, BROWSER_REPORT: report },
  });
}

/** Starts a command that lives as long as this process and gets its signals. */
function forward(program, programArgs, env = {}) {
  const child = spawn(program, programArgs, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${program}: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** What an operator does: it needs no tools of ours, and none are fetched for it. `start` fetches them when it has to build. */
const withoutTools = new Set(["start", "admin", "backup", "restore", "move"]);

const action = commands[command];
if (!action) {
  process.stderr.write(`Unknown command. There are: ${Object.keys(commands).join(", ")}\n`);
  process.exit(1);
}
ensureInstalled(".", { withTools: !withoutTools.has(command) });
action();
