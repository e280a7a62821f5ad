-- The account holder's name that a payment provider gave when an investor entered a destination (docs/rails.md).
create table recipient_checks (
  user_id uuid not null references users (id),
  -- Type, country, bank, account number and phone number: what the name depends on.
  destination_key text not null,
  -- Null: the provider does not tell names there, or did not answer.
  holder_name text,
  is_other_name boolean not null,
  checked_at timestamptz not null,
  primary key (user_id, destination_key)
);
grant select, insert, update on recipient_checks to wazi_app;
