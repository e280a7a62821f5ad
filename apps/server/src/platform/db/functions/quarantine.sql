-- True while a database that came from a backup must not pay out (docs/how-to/operator/back-up-and-restore.md).
create or replace function in_quarantine() returns boolean language sql stable as
  $$ select exists (select from restores where ended_at is null) $$;

-- True if an operation of the door hands a payment to a rail, or if a person approves a payment or says that it was made. What a
-- rail reports of a payment that was sent before is none.
create or replace function door_pays_out(writes jsonb) returns boolean language plpgsql as $$
begin
  return exists (
      select from jsonb_to_recordset(writes -> 'payouts') w (id uuid, sends integer)
      where w.sends > coalesce((select p.sends from payouts p where p.id = w.id), 0)
    ) or (
      writes @? '$.audit[*] ? (@.actor_id != null)'
      and (
        writes @? '$.payouts[*] ? (@.state == "approved")'
        or exists (
          select from jsonb_to_recordset(writes -> 'withdrawals') w (id uuid, status text)
          where w.status = 'completed' and (select k.status from withdrawals k where k.id = w.id) is distinct from 'completed'
        )
      )
    );
end $$;
