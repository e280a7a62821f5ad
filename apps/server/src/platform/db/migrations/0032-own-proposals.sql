-- Decisions about statements and charges: by another administrator than proposed them, unless there is no other. In live mode the product
-- refuses that too.

create function refuse_own_proposal() returns trigger language plpgsql as $$
begin
  if (select count(*) from users where is_admin and deleted_at is null and is_active) > 1 then
    raise exception 'another administrator must decide' using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table statement_decisions drop constraint approved_by_another;
create trigger decisions_are_approved_by_another after insert or update of approved_by on statement_decisions for each row
  when (new.approved_by = new.proposed_by) execute function refuse_own_proposal();
alter table statement_charges drop constraint charges_are_decided_by_another;
create trigger charges_are_booked_by_another after insert or update of status, decided_by on statement_charges for each row
  when (new.status = 'booked' and new.decided_by = new.proposed_by) execute function refuse_own_proposal();
