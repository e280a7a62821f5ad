-- The function that splits texts into words (db/functions/search.sql) split words that begin like a number, as in an id.
reindex index users_by_word;
reindex index deposits_by_word;
reindex index withdrawals_by_word;
reindex index verifications_by_word;
