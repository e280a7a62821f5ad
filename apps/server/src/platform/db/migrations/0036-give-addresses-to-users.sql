-- An address belongs to one investor for ever, who may get it again while nothing has been credited to it. Addresses that were given but never
-- used would otherwise exceed the number that a wallet watches.
create table deposit_addresses (
  network text not null,
  wallet_address text not null,
  user_id uuid not null references users (id),
  -- The place among the key's addresses. Null for addresses that were given before it was recorded: they are not used again.
  address_index bigint,
  given_at timestamptz not null default clock_timestamp(),
  primary key (network, wallet_address)
);
create index deposit_addresses_by_user on deposit_addresses (user_id, network);

insert into deposit_addresses (network, wallet_address, user_id, given_at)
select distinct on (network, wallet_address) network, wallet_address, user_id, created_at from deposits
order by network, wallet_address, created_at;

drop index deposit_addresses_are_given_once;
create index deposits_by_address on deposits (network, wallet_address);

create trigger deposits_use_own_addresses before insert on deposits
  for each row execute function claim_deposit_address();

grant select, insert on deposit_addresses to wazi_app;
