-- Identity documents. The images are encrypted and kept in the document store, under the ids in this table.
create table verifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  document_type text not null check (document_type in ('passport', 'id_card', 'drivers_license')),
  document_number text check (length(document_number) <= 64),
  front_document text not null check (length(front_document) <= 80),
  back_document text check (length(back_document) <= 80),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text check (length(rejection_reason) <= 500),
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint a_rejection_has_a_reason check ((status = 'rejected') = (rejection_reason is not null)),
  constraint a_review_has_a_time check ((status = 'pending') = (reviewed_at is null))
);
-- A second one is accepted only after a rejection, also when two arrive at once.
create unique index one_open_verification_each on verifications (user_id) where status in ('pending', 'approved');
create index verifications_by_user on verifications (user_id, created_at desc);
create index verifications_by_time on verifications (created_at desc, id desc);
create index verifications_by_waiting on verifications (waiting_place(status = 'pending', created_at), id);

create trigger closed_users_submit_no_documents
  after insert on verifications for each row
  execute function refuse_new_for_closed_users();
create trigger verifications_are_announced
  after insert or update on verifications for each row execute function announce_verification();

-- Rows are deleted when their owner is erased; the decisions stay in the audit log.
grant select, insert, update, delete on verifications to wazi_app;
