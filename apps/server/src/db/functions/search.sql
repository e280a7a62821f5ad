-- Forms of a text to search in. Stored columns are computed with them: a change needs a migration that drops and
-- adds those columns again.

-- Lower case, without quotes, and with one space for any run of spaces, line ends and control characters: browsers copy
-- text like that, and a destination may be shown with quotes.
create or replace function search_form(text_ text) returns text language sql immutable parallel safe
  return btrim(regexp_replace(lower(replace(coalesce(text_, ''), '"', '')), '[[:space:][:cntrl:]]+', ' ', 'g'));

-- Letters and digits only, in their order: a search is split into the same words as the text.
create or replace function words_of(text_ text) returns text language sql immutable parallel safe
  return regexp_replace(lower(coalesce(text_, '')), '[^[:alnum:]]+', ' ', 'g');

-- Matches if every word of the search is the beginning of a word; null if the search has no words.
create or replace function words_query(search text) returns tsquery language sql immutable parallel safe
  return to_tsquery('simple', (
    select string_agg('''' || word || ''':*', ' & ') from regexp_split_to_table(words_of(search), ' ') word where word <> ''
  ));
