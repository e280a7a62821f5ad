-- A change of the e-mail address waits for the address that the account has: until `due_at`, when neither it nor a second factor has
-- agreed. After it was applied, its row stays as long as the old address can undo it.
alter table account_links
  add column due_at timestamptz,
  add column applied_at timestamptz;
update account_links set due_at = created_at + interval '72 hours', expires_at = created_at + interval '72 hours'
  where kind = 'change-email';
