-- Lists of the back office read an index for each search and filter, at any number of rows.

-- Searches find words by their beginning or their end (db/functions/search.sql). A search also reads the rows that are not
-- merged into such an index yet: at most 256 kB.
create index users_by_word on users using gin (search_words(search_text || ' ' || phone || ' ' || country))
  with (gin_pending_list_limit = 256);
create index deposits_by_word on deposits using gin (search_words(search_text)) with (gin_pending_list_limit = 256);
create index withdrawals_by_word on withdrawals using gin (search_words(search_text)) with (gin_pending_list_limit = 256);
create index verifications_by_word on verifications using gin (search_words(document_number))
  with (gin_pending_list_limit = 256);

create index users_by_state on users (is_active, created_at desc, id desc) where not is_admin and deleted_at is null;
create index users_by_kyc_status on users (kyc_status, created_at desc, id desc) where not is_admin and deleted_at is null;
-- Users who have never signed in come last in either direction.
create index users_by_sign_in on users (coalesce(last_login_at, 'infinity'::timestamptz), id)
  where not is_admin and deleted_at is null;
create index users_by_latest_sign_in on users (coalesce(last_login_at, '-infinity'::timestamptz), id)
  where not is_admin and deleted_at is null;
create index deposits_by_status on deposits (status, created_at desc, id desc);
create index deposits_by_currency on deposits (currency, created_at desc, id desc);
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc);
create index withdrawals_by_type on withdrawals (withdrawal_type, created_at desc, id desc);
create index verifications_by_status on verifications (status, created_at desc, id desc);
