-- Answers stored under an Idempotency-Key. A key is written in the commit of what its call moves, never before it.

-- Keys are kept for a day.
create or replace function keys_expire_before() returns timestamptz language sql stable as $$
  select now() - interval '24 hours'
$$;

-- For looking up a key. It compares a difference, so that the index of times is never used for it: while there are few keys
-- the planner takes any index, and a plan that reads all keys of the day would be kept until the next analysis.
create or replace function key_is_kept(stored_at timestamptz) returns boolean language sql stable as $$
  select stored_at - keys_expire_before() > interval '0'
$$;

-- Stores an answer, also over an expired one, or over the mark of a call of several commits with the same payload.
-- Returns false when the key has an answer. Waits for another transaction that writes the same key.
create or replace function store_answer(
  owner uuid, called text, asked_key text, hash_hex text, answer_status integer, answer_body text
) returns boolean language plpgsql as $$
begin
  insert into idempotency_keys as k (user_id, call, key, payload_hash, status, body)
  values (owner, called, asked_key, decode(hash_hex, 'hex'), answer_status, answer_body)
  on conflict (user_id, call, key) do update
    set payload_hash = excluded.payload_hash, status = excluded.status, body = excluded.body, stored_at = clock_timestamp()
    where k.stored_at <= keys_expire_before() or (k.status is null and k.payload_hash = excluded.payload_hash);
  return found;
end $$;
