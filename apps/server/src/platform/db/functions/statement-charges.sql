-- The ledger's door and the charges of imported statements. Two administrators may decide at the same moment, so the rows are locked.
create or replace function door_statement_charges_hold(expects jsonb) returns boolean language plpgsql as $$
begin
  perform 1 from statement_charges c
  where c.id = any(array(select (e ->> 'id')::uuid from jsonb_array_elements(expects -> 'statementCharges') e))
  order by c.id for no key update;
  return not exists (
    select from jsonb_array_elements(expects -> 'statementCharges') e
    where (select c.version from statement_charges c where c.id = (e ->> 'id')::uuid) is distinct from (e ->> 'version')::bigint
  );
end $$;

-- The lines of a declined booking are free again.
create or replace function door_write_statement_charges(writes jsonb) returns void language plpgsql as $$
begin
  update statement_charges c set status = w.status, decided_by = w.decided_by, decided_at = w.decided_at, version = w.version
  from jsonb_populate_recordset(null::statement_charges, writes -> 'statement_charges') w
  where c.id = w.id and c.version < w.version;
  update statement_charge_lines l set is_open = false
  from jsonb_populate_recordset(null::statement_charges, writes -> 'statement_charges') w
  where l.charge_id = w.id and w.status = 'declined' and l.is_open;
end $$;
