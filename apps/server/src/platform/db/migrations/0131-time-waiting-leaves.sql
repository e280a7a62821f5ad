-- How long the oldest leaf has waited shows whether the log keeps up.
alter table log_outbox add column written_at timestamptz not null default now();
