import type { OpenAPIHono } from "@hono/zod-openapi";
import { brand } from "#contract/brand.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { sessionCookieName } from "#server/features/admins/session-token.ts";
import type { ApiEnv } from "#server/lib/http/api-router.ts";
import { pagePolicy, renderApiPage } from "./api-page.ts";

/** Adds the description of every route registered on `app` so far: for machines, and as a page for people. */
export function addApiDocs(app: OpenAPIHono<ApiEnv>, { config }: AppDependencies): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName(config.baseUrl),
  });
  const document = () => {
    const described = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: `${brand.name} API`,
        version: "1",
        description:
          "JSON in camelCase. Errors are { error: { code, message, fields? } }; messages are French.",
      },
      servers: [{ url: config.baseUrl }],
    });
    for (const [path, item] of Object.entries(described.paths ?? {})) {
      if (!path.startsWith("/api/admin/")) continue;
      for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
        if (operation) operation.security = [{ session: [] }];
      }
    }
    return described;
  };
  app.get("/api/openapi.json", (c) => c.json(document()));
  app.get("/api/docs", (c) => {
    c.header("content-security-policy", pagePolicy);
    return c.html(renderApiPage(document()));
  });
}
