-- no transaction
create index concurrently if not exists "beta_signups_uncounted" on "beta_signups" ("status") where limited_at is not null or objected_at is not null;
