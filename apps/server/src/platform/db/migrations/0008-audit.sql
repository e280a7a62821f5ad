create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references users (id),
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text,
  happened_at timestamptz not null default clock_timestamp(),
  -- Stored, because computing it for each row in each search is slower than scanning the table.
  words tsvector
    generated always as (to_tsvector('simple', words_of(
      action || ' ' || subject_id || ' ' || coalesce(actor_id::text, '') || ' ' || coalesce(address, '') || ' '
        || coalesce(before::text, '') || ' ' || coalesce(after::text, '')))) stored
);
create index audit_log_by_time on audit_log (happened_at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, happened_at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, happened_at desc, id desc);
create index audit_log_by_action on audit_log (action, happened_at desc, id desc);
create index audit_log_by_subject_type on audit_log (subject_type, happened_at desc, id desc);
-- Every search reads the pending list, the part that is not merged into the index yet: at most 256 kB.
create index audit_log_by_word on audit_log using gin (words) with (gin_pending_list_limit = 256);

grant select, insert on audit_log to wazi_app;
