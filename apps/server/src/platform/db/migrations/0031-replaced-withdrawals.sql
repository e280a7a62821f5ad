-- An investor can replace a waiting withdrawal by a smaller one, which keeps its place in the queue.

alter table withdrawals add column replaces uuid references withdrawals (id);
create unique index one_replacement_each on withdrawals (replaces) where replaces is not null;

-- A replacement has the time of what it replaces, which can be long ago.
drop trigger requested_withdrawals_are_mailed on withdrawals;
create trigger requested_withdrawals_are_mailed
  after insert on withdrawals for each row
  when (new.status = 'pending' and new.updated_at > now() - interval '1 hour') execute function mail_withdrawal();
