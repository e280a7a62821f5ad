-- The investors whose rows an administrator's export of a list has, so that each of them is shown it (docs/proofs.md). An export
-- has at most 100,000 rows. There is no reference to audit_log: checking it for each row would take as long as writing them.
create table exported_investors (
  user_id uuid not null references users (id),
  audit_id bigint not null,
  primary key (user_id, audit_id)
);

grant select, insert on exported_investors to wazi_app;
