-- Rows that are loaded from elsewhere with an earlier time, such as made-up people, send no mail.

create trigger arrived_deposits_are_mailed
  after update of status on deposits for each row
  when (new.status = 'completed' and old.status is distinct from new.status) execute function mail_deposit();
create trigger late_deposits_are_mailed
  after insert on deposits for each row
  when (new.status = 'completed' and new.late_for is not null and new.created_at > now() - interval '1 hour')
  execute function mail_deposit();
create trigger requested_withdrawals_are_mailed
  after insert on withdrawals for each row
  when (new.status = 'pending' and new.created_at > now() - interval '1 hour') execute function mail_withdrawal();
create trigger ended_withdrawals_are_mailed
  after update of status on withdrawals for each row
  when (new.status in ('completed', 'rejected') and old.status is distinct from new.status)
  execute function mail_withdrawal();
create trigger rejected_verifications_are_mailed
  after update of status on verifications for each row
  when (new.status = 'rejected' and old.status is distinct from new.status) execute function mail_rejected_verification();
create trigger approved_identities_are_mailed
  after update of kyc_status on users for each row
  when (new.kyc_status = 'approved' and old.kyc_status is distinct from new.kyc_status)
  execute function mail_approved_identity();
create trigger stopped_positions_are_mailed
  after insert on position_events for each row
  when (new.kind in ('stop-loss', 'take-profit') and new.happened_at > now() - interval '1 hour')
  execute function mail_stopped_position();
