-- Gives the address of a new deposit to its investor, or refuses an address of somebody else. Two calls at once wait for each other here.
create or replace function claim_deposit_address() returns trigger language plpgsql as $$
begin
  insert into deposit_addresses (network, wallet_address, user_id) values (new.network, new.wallet_address, new.user_id)
  on conflict do nothing;
  perform from deposit_addresses
  where network = new.network and wallet_address = new.wallet_address and user_id = new.user_id;
  if not found then
    raise exception 'the address % belongs to another user', new.wallet_address using errcode = '23505';
  end if;
  return new;
end $$;
