import { Hono } from "hono";
import type { Site } from "./site-settings.service.ts";

/** The owner's pictures, for everybody. An address names its content, so it is kept for as long as anybody likes. */
export function siteImagesRoutes({ site }: { site: Site }) {
  return new Hono().get("/site-images/:name", async (c, next) => {
    const picture = await site.picture(c.req.path);
    if (!picture) return next();
    c.header("content-type", picture.contentType);
    c.header("cache-control", "public, max-age=31536000, immutable");
    return c.body(Buffer.from(picture.content));
  });
}
