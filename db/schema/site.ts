import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { SiteImageSlot, SiteSettings } from "#contract/site.ts";
import { bytes, time } from "./columns.ts";

/** The owner's settings: one row, absent until the first save. */
export const siteSettings = pgTable(
  "site_settings",
  {
    id: integer("id").primaryKey().default(1),
    values: jsonb("values").$type<SiteSettings>().notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [check("site_settings_single", sql`${table.id} = 1`)],
);

/** Pictures that the owner uploaded. The server checked their type by their bytes. */
export const siteImages = pgTable(
  "site_images",
  {
    slot: text("slot").$type<SiteImageSlot>().primaryKey(),
    contentType: text("content_type").$type<"image/png" | "image/jpeg" | "image/webp">().notNull(),
    content: bytes("content").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [check("site_images_size_check", sql`octet_length(${table.content}) <= 524288`)],
);
