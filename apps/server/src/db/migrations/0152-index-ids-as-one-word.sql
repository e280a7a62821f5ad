-- The words of an index are computed anew, because functions/search.sql computes others.
reindex index users_by_word;
reindex index deposits_by_word;
reindex index withdrawals_by_word;
reindex index verifications_by_word;
