-- Mails and push messages about positions that closed without their investor are queued once per statement, in place of once
-- per row, which took five statements for each position. Rows with an earlier time, such as
-- made-up people's, send none.

drop trigger stopped_positions_are_mailed on position_events;
drop trigger redeemed_positions_are_told on position_events;
create trigger closed_positions_are_mailed
  after insert on position_events referencing new table as added
  for each statement execute function mail_closed_positions();
