-- The release that runs is logged as the fees and the terms are: when it is another one than the newest logged.
alter table logged_documents drop constraint logged_documents_kind_check;
alter table logged_documents add constraint logged_documents_kind_check check (kind in ('fees', 'terms', 'release'));
