-- The positions that have something to settle at the exit marks of their bots: waiting exits, oldest first, then positions
-- whose stop-loss or take-profit the mark has reached, up to a limit for each. They are found by partial indexes, so that
-- a price that reaches none costs the same for any number of investors. The trader asks at every price, on connections that
-- keep their plans, and a plan made for a small table must not scan it when it is large: hence no seqscan.
create or replace function list_due_positions(bot_ids uuid[], exit_marks numeric[], most integer)
returns table (user_id uuid, bot_id uuid) language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select x.user_id, x.bot_id from (
      select e.user_id, e.bot_id from exits e
      where e.status = 'pending' and e.bot_id = any(bot_ids) order by e.requested_at, e.id limit most
    ) x
    union all
    select r.user_id, r.bot_id from (
      select h.user_id, m.bot_id from unnest(bot_ids, exit_marks) as m (bot_id, exit_mark)
      cross join lateral (
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.stop_nav is not null and p.stop_nav >= m.exit_mark limit most)
        union all
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.take_nav is not null and p.take_nav <= m.exit_mark limit most)
      ) h limit most
    ) r;
end $$;
