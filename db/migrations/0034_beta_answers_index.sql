-- no transaction
create index concurrently if not exists "beta_signups_answers" on "beta_signups" using gin ("responses" jsonb_path_ops);
