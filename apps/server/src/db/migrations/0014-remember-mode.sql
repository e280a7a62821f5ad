-- The mode that this installation first ran in. Paper money must never pass for real money, nor real money for paper.
alter table system_settings add column mode text check (mode in ('demo', 'live'));
