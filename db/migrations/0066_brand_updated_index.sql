-- no transaction
create index concurrently if not exists "brand_signups_updated" on "brand_signups" ("updated_at", "id");
