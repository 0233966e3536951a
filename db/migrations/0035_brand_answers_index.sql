-- no transaction
create index concurrently if not exists "brand_signups_answers" on "brand_signups" using gin ("responses" jsonb_path_ops);
