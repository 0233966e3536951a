-- no transaction
create index concurrently if not exists "beta_signups_updated" on "beta_signups" ("updated_at", "id");
