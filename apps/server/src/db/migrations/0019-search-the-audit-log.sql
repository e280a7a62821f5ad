-- What looking through the audit log needs when it is long: its words, and its rows by what was done and to what.

-- Letters and digits alone, in the order in which they stand: a word of a search is the same wherever it is made.
create function words_of(text_ text) returns text language sql immutable parallel safe
  return regexp_replace(lower(coalesce(text_, '')), '[^[:alnum:]]+', ' ', 'g');

-- What matches where every word of a search is the beginning of a word; null where it has none.
create function words_query(search text) returns tsquery language sql immutable parallel safe
  return to_tsquery('simple', (
    select string_agg('''' || word || ''':*', ' & ') from regexp_split_to_table(words_of(search), ' ') word where word <> ''
  ));

-- Kept, because making them for each row of each search takes longer than looking through all of them.
alter table audit_log add column words tsvector
  generated always as (to_tsvector('simple', words_of(
    action || ' ' || subject_id || ' ' || coalesce(actor_id::text, '') || ' ' || coalesce(address, '') || ' '
      || coalesce(before::text, '') || ' ' || coalesce(after::text, '')))) stored;
-- Every search reads what has not been sorted in yet: a quarter of a megabyte of it at most.
create index audit_log_by_word on audit_log using gin (words) with (gin_pending_list_limit = 256);

create index audit_log_by_action on audit_log (action, happened_at desc, id desc);
create index audit_log_by_subject_type on audit_log (subject_type, happened_at desc, id desc);
