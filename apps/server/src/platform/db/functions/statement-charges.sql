-- The ledger's door and the charges of imported statements. The lines of a declined booking are free again.
create or replace function door_write_statement_charges(writes jsonb) returns void language plpgsql as $$
begin
  update statement_charges c set status = w.status, decided_by = w.decided_by, decided_at = w.decided_at, version = w.version
  from jsonb_populate_recordset(null::statement_charges, writes -> 'statement_charges') w
  where c.id = w.id and c.version < w.version;
  update statement_charge_lines l set is_open = false
  from jsonb_populate_recordset(null::statement_charges, writes -> 'statement_charges') w
  where l.charge_id = w.id and w.status = 'declined' and l.is_open;
end $$;
