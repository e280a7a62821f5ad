-- Money that came late, or for a closed deposit, is a completed deposit of its own, linked to the one that it was meant
-- for. It came to that one's address, so an address stands on several rows of one investor, and of nobody else.
alter table deposits add column late_for uuid references deposits (id);

drop index deposit_addresses_are_used_once;
create unique index deposit_addresses_are_given_once on deposits (network, wallet_address) where late_for is null;
create index deposits_by_late_for on deposits (late_for) where late_for is not null;

-- The chains write a hash in digits of 16, with or without 0x, in letters of any case: it is one transaction all the same.
drop index deposit_hashes_are_used_once;
create unique index deposit_hashes_are_used_once
  on deposits (lower(regexp_replace(transaction_hash, '^0[xX]', ''))) where transaction_hash is not null;

-- Administrators page through these lists by time and id.
drop index deposits_by_time;
create index deposits_by_time on deposits (created_at desc, id desc);
drop index withdrawals_by_time;
create index withdrawals_by_time on withdrawals (created_at desc, id desc);
