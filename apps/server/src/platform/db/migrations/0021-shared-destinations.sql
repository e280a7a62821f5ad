-- Two investors with one destination are told of each other.

create index payout_addresses_account on payout_addresses (lower(coalesce(phone_number, destination_address)));
