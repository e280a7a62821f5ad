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

-- Moves the counters of networks past the indexes of new addresses. Counters are locked in the order of their
-- networks, before anything is compared, so that two calls of the door never wait for each other.
create or replace function door_count_addresses(others jsonb) returns void language sql as $$
  insert into deposit_address_counters as c (path, next_index)
  select a.network, max(a.address_index) + 1
  from jsonb_array_elements(others) o, jsonb_populate_recordset(null::deposit_addresses, o -> 'writes' -> 'deposit_addresses') a
  group by a.network order by a.network
  on conflict (path) do update set next_index = greatest(c.next_index, excluded.next_index)
$$;

-- True unless one of the addresses belongs to somebody else: another process has given an address with the same index.
create or replace function door_addresses_are_free(expected jsonb) returns boolean language sql as $$
  select not exists (
    select from jsonb_array_elements(expected) e
    where (
      select a.user_id from deposit_addresses a
      where a.network = e ->> 'network' and a.wallet_address = e ->> 'walletAddress'
    ) <> (e ->> 'userId')::uuid
  )
$$;

-- Written before the deposit, whose trigger would record an address without its index. An operation that is sent again after
-- a lost connection finds its address.
create or replace function door_write_deposit_addresses(writes jsonb) returns void language sql as $$
  insert into deposit_addresses (network, wallet_address, user_id, address_index)
  select network, wallet_address, user_id, address_index
  from jsonb_populate_recordset(null::deposit_addresses, writes -> 'deposit_addresses')
  on conflict do nothing
$$;
