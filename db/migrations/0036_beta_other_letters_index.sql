-- no transaction
create index concurrently if not exists "beta_signups_other_letters" on "beta_signups" ("id") where octet_length(search_text) <> char_length(search_text) and search_text ~ '[^\u0001-\u007fß-öø-ÿœ]';
