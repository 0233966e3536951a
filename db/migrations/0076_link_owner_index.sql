-- no transaction
create index concurrently if not exists "email_log_link_owner" on "email_log" ((variables -> 'link' ->> 'emailHash')) where lane = 'link';
