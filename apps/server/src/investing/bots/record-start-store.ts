/**
 * SQL text over trades `t`: the last sequence before the bot's current record on the trade's feed. A replay that starts again
 * begins a new record. 0 for a first record.
 */
export const RECORD_AFTER = `coalesce((select max(s.after_sequence) from record_starts s
  where s.bot_id = t.bot_id and s.feed = t.feed), 0)`;

/** SQL text over pools `p`: the closed trades of the bot's current record, and the won ones among them. */
export const RECORD_TRADES = {
  closed: `(p.close_sequence - coalesce((select max(s.after_sequence) from record_starts s where s.bot_id = p.bot_id), 0))`,
  won: `(p.won_trades - coalesce((select max(s.after_won) from record_starts s where s.bot_id = p.bot_id), 0))`,
} as const;
