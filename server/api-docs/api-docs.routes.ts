import type { OpenAPIHono } from "@hono/zod-openapi";
import { tokenLimits } from "#contract/api-tokens.ts";
import { brand } from "#contract/brand.ts";
import { sessionCookieName } from "#server/accounts/request-identity.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { ApiEnv } from "#server/lib/http/api-router.ts";
import { pagePolicy, renderApiPage } from "./api-page.ts";

/** Adds the description of all routes that `app` has so far: for machines, and as a page for people. */
export function addApiDocs(app: OpenAPIHono<ApiEnv>, { config }: AppDependencies): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName(config.baseUrl),
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  const describe = () => {
    const described = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: `${brand.name} API`,
        version: "1",
        description: `JSON in camelCase. Errors are { error: { code, message, fields? } }; messages are French. \`/api/v1\` takes \`Authorization: Bearer tenue_…\` (made on the screen « Jetons »), ${tokenLimits.callsPerMinute} calls a minute per token, then 429 with \`Retry-After\`. \`/api/admin\` serves the back office and changes with releases.`,
      },
      servers: [{ url: config.baseUrl }],
    });
    for (const [path, item] of Object.entries(described.paths ?? {})) {
      const scheme = schemeOf(path);
      if (!scheme) continue;
      for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
        if (operation) operation.security = [{ [scheme]: [] }];
      }
    }
    return described;
  };
  const texts = lazily(async () => {
    const document = describe();
    return { document: JSON.stringify(document), page: String(await renderApiPage(document)) };
  });
  app.get("/api/openapi.json", async (c) => {
    return c.body((await texts()).document, 200, { "content-type": "application/json" });
  });
  app.get("/api/docs", async (c) => {
    c.header("content-security-policy", pagePolicy);
    return c.html((await texts()).page);
  });
}

/** How clients authenticate for a call. */
function schemeOf(path: string): "session" | "token" | null {
  if (path.startsWith("/api/admin/")) return "session";
  return path.startsWith("/api/v1/") ? "token" : null;
}

/** Makes the value at the first call and reuses it. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
