-- no transaction
create index concurrently if not exists "beta_signups_status" on "beta_signups" ("status");
