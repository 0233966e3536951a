import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import mantine from "postcss-preset-mantine";
import { createServer, type ViteDevServer } from "vite";
import { initialSiteSettings, type PublicSite } from "#contract/site.ts";

/**
 * `npm run dev`: the API restarts when its sources change; Vite reloads screens and pages in the browser. Both have one address,
 * and the API listens on the next port. Pages show the initial settings of the site.
 */
const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
const root = resolve(import.meta.dirname, "..");
/** Paths of the API process. The pages that it draws per request come from the last build. */
const ofTheServer = [
  "/api",
  "/site-images",
  "/inscription",
  "/confirmation",
  "/ma-place",
  "/i/",
  "/desinscription",
  "/mes-donnees",
];
const webRoot = resolve(root, "web");

type Prerender = {
  renderSite: (parts: Record<string, string>, site: PublicSite) => Promise<{ name: string; text: string }[]>;
};

const api = spawn(process.execPath, ["--watch", "server/main.ts", "--api-only"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PORT: String(apiPort), HOST: "127.0.0.1", BASE_URL: `http://localhost:${port}` },
});
const vite = await createServer({
  root: webRoot,
  configFile: false,
  appType: "custom",
  publicDir: resolve(webRoot, "site/public"),
  oxc: { jsx: { runtime: "automatic" } },
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(ofTheServer.map((path) => [path, `http://127.0.0.1:${apiPort}`])),
    fs: { allow: [root] },
  },
});

vite.middlewares.use(async (request, response, next) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  try {
    const html = path === "/admin" || path.startsWith("/admin/") ? adminPage() : await sitePage(vite, path);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(await vite.transformIndexHtml(path, html));
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    next(error);
  }
});
await vite.listen();
vite.printUrls();

const stop = async () => {
  api.kill("SIGTERM");
  await vite.close();
  process.exit(0);
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

function adminPage(): string {
  return readFileSync(resolve(webRoot, "admin/index.html"), "utf8").replace("./main.tsx", "/admin/main.tsx");
}

/** Renders the page at each request. React starts immediately instead of when the browser is idle. */
async function sitePage(server: ViteDevServer, path: string): Promise<string> {
  const { renderSite } = (await server.ssrLoadModule("/site/renderer.tsx")) as Prerender;
  const entry = "/site/home.entry.ts";
  const files = await renderSite(
    { entry, boot: "", homeCss: "", staticCss: "" },
    { ...initialSiteSettings, images: {} },
  );
  const name = path === "/" ? "index.html" : `${path.slice(1)}.html`;
  const file = files.find((one) => one.name === name) ?? files.find((one) => one.name === "404.html");
  const script = path === "/" ? entry : "/site/pages/static.entry.ts";
  return `${file?.text ?? ""}<script type="module" src="${script}"></script>`;
}
