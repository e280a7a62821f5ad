-- Refuses a new position, deposit or verification of a user who was deactivated or deleted. The lock on the user's row
-- and the one that a deactivation takes exclude each other: the deactivation sees the new row, or the row is refused.

create or replace function refuse_new_for_closed_users() returns trigger language plpgsql as $$
declare
  owner record;
begin
  select is_active, deleted_at into owner from users where id = new.user_id for share;
  if owner.deleted_at is not null or not owner.is_active then
    raise exception 'user % is closed to anything new', new.user_id using errcode = 'WZ403';
  end if;
  return null;
end $$;
