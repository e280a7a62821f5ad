-- Which bots take real money is a rule that applies to everybody.
alter table logged_documents drop constraint logged_documents_kind_check;
alter table logged_documents add constraint logged_documents_kind_check
  check (kind in ('fees', 'terms', 'release', 'bots'));
