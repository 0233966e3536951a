-- no transaction
create index concurrently if not exists "brand_signups_status" on "brand_signups" ("status");
