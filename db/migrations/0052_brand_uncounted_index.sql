-- no transaction
create index concurrently if not exists "brand_signups_uncounted" on "brand_signups" ("status") where limited_at is not null or objected_at is not null;
