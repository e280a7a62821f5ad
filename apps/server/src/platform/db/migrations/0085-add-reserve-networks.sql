-- Reserves on Tron, Bitcoin and Litecoin beside Ethereum (docs/proofs.md). An address is one of a single key. Signatures of Bitcoin
-- and Litecoin are in Base64.
alter table reserve_signatures
  drop constraint reserve_signatures_network_check,
  drop constraint reserve_signatures_address_check,
  drop constraint reserve_signatures_signature_check,
  drop constraint reserve_signatures_address_signed_on_key,
  add constraint reserve_signatures_network_check check (network in ('ERC20', 'TRC20', 'BTC', 'LTC')),
  add constraint reserve_signatures_address_check check (case network
    when 'ERC20' then address ~ '^0x[0-9A-Fa-f]{40}$'
    when 'TRC20' then address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'
    else address ~ '^[0-9A-Za-z]{26,45}$' end),
  add constraint reserve_signatures_signature_check check (case
    when network in ('ERC20', 'TRC20') then signature ~ '^0x[0-9a-f]{130}$'
    else signature ~ '^[A-Za-z0-9+/]{80,200}={0,2}$' end),
  add constraint reserve_signatures_network_address_signed_on_key unique (network, address, signed_on);
