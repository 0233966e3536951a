-- no transaction
create index concurrently if not exists "beta_signups_import" on "beta_signups" ("import_id") where import_id is not null;
