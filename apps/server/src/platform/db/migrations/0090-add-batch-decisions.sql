-- Decisions on prepared transactions (docs/rails.md): above the limit of network fees they wait for an administrator, and until
-- their file has left Wazi they can be discarded.
alter table chain_batches
  -- When the file was given out for the first time.
  add column exported_at timestamptz,
  -- Why an administrator must decide before the file is given out, and when one has accepted it.
  add column hold_reason text,
  add column accepted_at timestamptz,
  add column discarded_at timestamptz,
  add constraint accepted_for_a_reason check (accepted_at is null or hold_reason is not null),
  add constraint discarded_before_export check (discarded_at is null or (exported_at is null and signed_at is null));
-- Earlier exports were not recorded.
update chain_batches set exported_at = prepared_at;

alter table chain_transfers
  add column is_discarded boolean not null default false,
  drop constraint ended_in_a_block,
  add constraint ended_in_a_block check (ended_at is null or mined_height is not null or is_discarded),
  add constraint discarded_before_a_block check (not is_discarded or (ended_at is not null and mined_height is null));
-- A discarded transfer gives its slots back.
grant delete on chain_slots to wazi_app;
