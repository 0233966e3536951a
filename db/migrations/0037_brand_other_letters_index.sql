-- no transaction
create index concurrently if not exists "brand_signups_other_letters" on "brand_signups" ("id") where octet_length(search_text) <> char_length(search_text) and search_text ~ '[^\u0001-\u007fß-öø-ÿœ]';
