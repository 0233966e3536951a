-- no transaction
create index concurrently if not exists "brand_signups_import" on "brand_signups" ("import_id") where import_id is not null;
