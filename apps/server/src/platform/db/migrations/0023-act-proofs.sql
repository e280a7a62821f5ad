-- A proof of who the user is counts for one act, once. A session's own time and purpose of a proof are no longer read.

create table act_proofs (
  -- The call, its path and its body, hashed with the token of the session.
  act bytea primary key check (length(act) = 32),
  user_id uuid not null references users (id) on delete cascade,
  proved_at timestamptz not null
);
create index act_proofs_by_user on act_proofs (user_id);
create index act_proofs_by_time on act_proofs (proved_at);
grant select, insert, delete on act_proofs to wazi_app;
