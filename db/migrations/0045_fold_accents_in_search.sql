-- Search keys have no accents from here on: what contract/search-key.ts does, and a test holds both to one table. What is ASCII needs no
-- folding. Rows that are stored already follow in the next file; until then a search with an accent may miss them.
CREATE OR REPLACE FUNCTION public.search_key(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(input) = char_length(input) THEN lower(input)
    ELSE normalize(
      replace(replace(replace(replace(
        translate(
          lower(regexp_replace(normalize(input, NFD), '[\u0300-\u036f]', '', 'g')),
          U&'\2019\2018\02BC\00B4\201C\201D\00AB\00BB\00A0\202F\2010\2011ıøłđðħŧς',
          '''''''''""""  --iolddhtσ'
        ),
        'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'),
      NFC)
    END
$$;
