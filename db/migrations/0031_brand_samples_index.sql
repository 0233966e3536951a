-- no transaction
create index concurrently if not exists "brand_signups_sample" on "brand_signups" ("id") where sample;
