-- The function that splits texts into words (db/functions/search.sql) now takes an id for one word, so its indexes are written again.
reindex index users_by_word;
reindex index deposits_by_word;
reindex index withdrawals_by_word;
reindex index verifications_by_word;
