import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .25rem 0; }
summary code { font-weight: 600; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; text-transform: uppercase; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: .25rem; font-size: .875rem; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Allows the page's only style; the page loads and runs nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const methods = ["get", "post", "put", "patch", "delete"] as const;

type Operation = {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: unknown;
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  "x-codeSamples"?: { label: string; source: string }[];
  security?: Record<string, unknown>[];
};
type PathItem = Partial<Record<(typeof methods)[number], Operation>>;
type ApiDocument = { info: { title: string; description?: string }; paths?: Record<string, PathItem> };

/** Renders the operations of the document as a page for people, grouped by tag. */
export function renderApiPage(document: ApiDocument) {
  const { title, description = "" } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${title}</h1>
<p>${description}</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${[...groups(document)].map(
  ([tag, operations]) => html`<section><h2>${tag}</h2>${operations.map(renderOperation)}</section>`,
)}
</body>
</html>`;
}

type Listed = { path: string; method: string; operation: Operation };

function groups({ paths = {} }: ApiDocument): Map<string, Listed[]> {
  const listed = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  return Map.groupBy(listed, ({ operation }) => operation.tags?.[0] ?? "Other");
}

function renderOperation({ path, method, operation }: Listed) {
  const {
    summary = "",
    description,
    parameters,
    requestBody,
    responses = {},
    security,
    "x-codeSamples": samples = [],
  } = operation;
  return html`<details>
<summary><code><span class="method">${method}</span> ${path}</code> ${summary}${security ? ` (${Object.keys(security[0] ?? {})})` : ""}</summary>
${description ? html`<p>${description}</p>` : ""}
${samples.map(({ label, source }) => html`<h3>${label}</h3><pre>${source}</pre>`)}
${parameters ? part("Parameters", parameters) : ""}
${requestBody ? part("Body", requestBody) : ""}
${part("Answers", responses)}
</details>`;
}

function part(name: string, value: unknown) {
  return html`<h3>${name}</h3><pre>${JSON.stringify(value, null, 2)}</pre>`;
}
