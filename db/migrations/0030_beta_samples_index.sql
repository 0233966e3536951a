-- no transaction
create index concurrently if not exists "beta_signups_sample" on "beta_signups" ("id") where sample;
