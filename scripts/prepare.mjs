// Called by npm's pre-scripts: `node scripts/prepare.mjs install browser build`. Runs on the system's Node (>= 20) before
// anything is installed, so it imports only the standard library.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

// Node before 20.11 has no `import.meta.dirname`.
const root = fileURLToPath(new URL("..", import.meta.url));
const binaries = join(root, "node_modules", ".bin");

/** The environment in which the project's own Node and tools come first. */
const environment = () => ({ ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` });

function say(line) {
  process.stdout.write(`> ${line}\n`);
}

/** Runs a command to its end and ends this process with its code when it fails. */
function run(command, args, { env = {}, quiet = false } = {}) {
  const result = runToEnd(command, args, { env, quiet });
  if (result !== 0) process.exit(result);
}

/** Runs a command to its end. @returns its exit code */
function runToEnd(command, args, { env = {}, quiet = false } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: quiet ? "pipe" : "inherit",
  });
  if (error) {
    process.stderr.write(`${command}: ${error.message}\n`);
    return 1;
  }
  if (quiet && status !== 0) process.stderr.write(`${stdout}${stderr}`);
  return status ?? 1;
}

/**
 * Installs the packages of a folder's lock file unless they are installed already.
 * @param {string} folder under the root; the product's own by default
 * @param {{ withTools?: boolean }} options without tools, the runtime packages are enough
 */
function ensureInstalled(folder = ".", { withTools = true } = {}) {
  if (isInstalled(folder, { withTools })) return;
  say(`installing packages (npm ci${folder === "." ? "" : ` in ${folder}`})`);
  const attempts = 3; // a single failure of the registry should not fail a first start
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // NODE_ENV=production would leave out the build tools.
    const options = ["ci", "--include=dev", "--prefix", folder, "--no-audit", "--no-fund"];
    const code = runToEnd("npm", options, { quiet: attempt < attempts });
    if (code === 0) return removeUnread(folder);
    if (attempt === attempts) process.exit(code);
  }
}

/** Deletes unused files of packages: Node's headers and manuals (68 MB), the SVG sources of the icons (50 MB). */
function removeUnread(folder) {
  for (const path of ["node/node_modules", "@tabler/icons"])
    rmSync(join(root, folder, "node_modules", path), { recursive: true, force: true });
}

/** Whether a folder's packages match its lock file. Reads npm's record, which npm writes at the end of an installation. */
function isInstalled(folder = ".", { withTools = true } = {}) {
  const record = join(root, folder, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(root, folder, "package-lock.json")))
    .filter(([path, wanted]) => path !== "" && !wanted.optional && (withTools || !wanted.dev))
    .every(([path, { version, integrity }]) => {
      const found = installed[path];
      return found?.version === version && found.integrity === integrity;
    });
}

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {};

/** Removes the build and test tools, which the built product does not need. */
function removeTools() {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  if (!Object.values(installed).some(({ dev }) => dev)) return;
  say("removing what only builds (NODE_ENV=production)");
  run("npm", ["prune", "--omit=dev", "--no-audit", "--no-fund", "--offline", "--no-save"], {
    quiet: true,
  });
}

const builds = {
  web: {
    sources: ["web", "contract", "scripts/build-web", "package-lock.json", "package.json"],
    command: "scripts/build-web/build-web.ts",
    folders: ["web", "site-renderer"],
  },
  server: {
    sources: ["server", "contract", "db", "scripts/build-server.ts", "package-lock.json", "package.json"],
    command: "scripts/build-server.ts",
    folders: ["server"],
  },
};

/** Rebuilds stale parts in parallel, because each build is partly single-threaded. */
async function ensureBuilt() {
  const stale = staleBuilds();
  if (stale.length === 0) return;
  ensureInstalled();
  mkdirSync(join(root, "build"), { recursive: true });
  const codes = await Promise.all(
    stale.map(async ([name, { stamp, wanted }]) => {
      say(`building the ${name}`);
      rmSync(stamp, { force: true }); // an interrupted build matches no sources
      const code = await build(builds[name].command);
      if (code === 0) writeFileSync(stamp, wanted);
      return code;
    }),
  );
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

/** @returns the build's exit code */
async function build(command) {
  const env = { ...environment(), NODE_ENV: "production" };
  const [code] = await once(spawn("node", [command], { cwd: root, env, stdio: "inherit" }), "exit");
  return code ?? 1;
}

/** For `npm start`. With NODE_ENV=production it removes the tools, which the built product does not need. */
async function prepareStart() {
  ensureInstalled(".", { withTools: false });
  await ensureBuilt();
  if (process.env.NODE_ENV === "production") removeTools();
}

function staleBuilds() {
  return Object.entries(builds)
    .map(([name, build]) => {
      const stamp = join(root, "build", `.${name}-built-from`);
      const wanted = digest(build.sources.flatMap((source) => filesUnder(join(root, source))));
      const isThere = build.folders.every((folder) => existsSync(join(root, "build", folder)));
      return [name, { stamp, wanted, isThere }];
    })
    .filter(
      ([, { stamp, wanted, isThere }]) =>
        !(isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted),
    );
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}

function digest(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest("hex");
}

const steps = {
  install: () => ensureInstalled(),
  operate: () => ensureInstalled(".", { withTools: false }),
  start: prepareStart,
  artwork: () => ensureInstalled("artwork"),
  workshop: () => ensureInstalled("tools/workshop"),
  build: ensureBuilt,
  browser: ensureTestBrowser,
  chromium: ensureChromium,
};

const chromiumPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Chromium without windows: the same engine with a third less work per page. */
const headlessShell = "/usr/bin/chromium-headless-shell";

/** The path of a Chromium for the browser tests: Debian's headless shell when available, because a full Chromium is much slower. */
function ensureTestBrowser() {
  const debianPackage = "chromium-headless-shell";
  const isChosen = Boolean(process.env.CHROMIUM_PATH) || existsSync(headlessShell);
  if (!isChosen && mayInstall()) installDebianPackage(debianPackage, { needed: false });
  return findBrowser([headlessShell, ...chromiumPlaces], debianPackage);
}

/** The path of a full Chromium, for the film, the pictures and Lighthouse. */
function ensureChromium() {
  return findBrowser(chromiumPlaces, "chromium");
}

function findBrowser(places, debianPackage) {
  const find = () => [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  if (mayInstall()) installDebianPackage(debianPackage);
  const installed = find();
  if (installed) return installed;
  process.stderr.write(
    `No Chromium found: install it (Debian: apt-get install ${debianPackage}) or set CHROMIUM_PATH.\n`,
  );
  return process.exit(1);
}

const mayInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/**
 * Installs a Debian package; needs root and apt.
 * @param {string} name
 * @param {{ needed?: boolean }} options `needed: false`: a package that cannot be installed is no error
 */
function installDebianPackage(name, { needed = true } = {}) {
  say(`installing Debian's ${name}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  runToEnd("apt-get", ["update", "-qq"], { env, quiet: true });
  const install = ["install", "-y", "-qq", "--no-install-recommends", name];
  const code = runToEnd("apt-get", install, { env, quiet: true });
  if (needed && code !== 0) process.exit(code);
}

for (const name of process.argv.slice(2)) await steps[name]();
