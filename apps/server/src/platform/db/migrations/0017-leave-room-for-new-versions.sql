-- Rows that postings update again and again keep their place and their index entries when their page has room for the new
-- version.
alter table ledger_accounts set (fillfactor = 80);
alter table positions set (fillfactor = 80);

-- The trader finds due positions by a statement.
drop function if exists list_due_positions(uuid[], numeric[], integer);
