-- The place in a queue: pending rows first, the oldest first, then settled rows, the newest first. In microseconds
-- since 1970; pending rows come two to the power of 62 microseconds before the others. Indexes are built on it: a change
-- needs a migration that rebuilds them, and it must not depend on the search path.

create or replace function waiting_place(waits boolean, since timestamptz) returns bigint language sql immutable parallel safe
  return case when waits then (extract(epoch from since) * 1000000)::bigint - 4611686018427387904
    else -(extract(epoch from since) * 1000000)::bigint end;
