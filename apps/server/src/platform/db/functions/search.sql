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

-- The words of a text, and each of them backwards, for an index that finds words by their beginning or their end. The parser
-- of to_tsvector would take the beginning of an id like 5e71e845 for a number and split it. Hyphens join: an id is one word, not
-- five. A word in a tsvector has at most 2,046 bytes.
create or replace function search_words(text_ text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(
    select left(word, 500) from unnest(string_to_array(words_of(replace(text_ || ' ' || reverse(text_), '-', '')), ' ')) word where word <> ''
  ));

-- Matches if every word of the search is the beginning or the end of a word, and some other texts, so the rows found are
-- compared with the search itself. Words of one or two letters do not count beside longer ones; without longer ones they
-- match whole words. Null if the search has no words.
create or replace function search_query(search text) returns tsquery language sql immutable parallel safe
  return (
    select string_agg(
      case when length(word) > 2 then '(''' || left(word, 400) || ''':* | ''' || left(reverse(word), 400) || ''':*)'
        else '''' || word || '''' end, ' & ')::tsquery
    from (
      select word, bool_or(length(word) > 2) over () as has_long
      from unnest(string_to_array(words_of(replace(search, '-', '')), ' ')) word where word <> ''
    ) words where length(word) > 2 or not has_long
  );

-- The functions below find rows by an index of their words, whatever the planner expects: a frequent word would make it read
-- a whole table, and stop early only with luck. They return null if at least `most` rows match, or if the search has no words.

-- Users whose name or e-mail address contains a text.
create or replace function find_people(search text, most integer) returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  query tsquery := search_query(search);
  found_ids uuid[];
begin
  if query is null then
    return null;
  end if;
  found_ids := array(
    select u.id from users u where search_words(u.search_text || ' ' || u.phone || ' ' || u.country) @@ query
      and strpos(u.search_text, lower(search)) > 0 limit most);
  return case when cardinality(found_ids) < most then found_ids end;
end $$;

-- The same with the phone number and the country.
create or replace function find_investors(search text, most integer) returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  query tsquery := search_query(search);
  found_ids uuid[];
begin
  if query is null then
    return null;
  end if;
  found_ids := array(
    select u.id from users u where search_words(u.search_text || ' ' || u.phone || ' ' || u.country) @@ query
      and strpos(u.search_text || ' ' || lower(u.phone || ' ' || u.country), lower(search)) > 0 limit most);
  return case when cardinality(found_ids) < most then found_ids end;
end $$;

-- Deposits by their owner, address, transaction hash or id.
create or replace function find_deposits(search text, most integer) returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  query tsquery := search_query(search);
  people uuid[] := find_people(search, most);
  found_ids uuid[];
begin
  if people is null then
    return null;
  end if;
  found_ids := array(
    (select d.id from deposits d where search_words(d.search_text) @@ query and strpos(d.search_text, lower(search)) > 0 limit most)
    union
    (select d.id from deposits d where d.user_id = any(people) limit most)
    limit most);
  return case when cardinality(found_ids) < most then found_ids end;
end $$;

-- Withdrawals by their owner, or by any form in which their destination, transaction hash or id is stored.
create or replace function find_withdrawals(search text, forms text[], most integer) returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  people uuid[] := find_people(search, most);
  found_ids uuid[];
  form text;
begin
  if people is null then
    return null;
  end if;
  found_ids := array(select w.id from withdrawals w where w.user_id = any(people) limit most);
  foreach form in array forms loop
    found_ids := array(
      select unnest(found_ids)
      union
      (select w.id from withdrawals w
        where search_words(w.search_text) @@ search_query(search_form(form)) and strpos(w.search_text, search_form(form)) > 0 limit most)
      limit most);
  end loop;
  return case when cardinality(found_ids) < most then found_ids end;
end $$;

-- Documents by their owner or number.
create or replace function find_verifications(search text, most integer) returns uuid[] language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  query tsquery := search_query(search);
  people uuid[] := find_people(search, most);
  found_ids uuid[];
begin
  if people is null then
    return null;
  end if;
  found_ids := array(
    (select v.id from verifications v
      where search_words(v.document_number) @@ query and strpos(lower(v.document_number), lower(search)) > 0 limit most)
    union
    (select v.id from verifications v where v.user_id = any(people) limit most)
    limit most);
  return case when cardinality(found_ids) < most then found_ids end;
end $$;
