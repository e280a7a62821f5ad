-- The simulated feeds whose prices cannot be foretold. The commitment is public from the start, the seed when the feed has ended.
create table simulated_feeds (
  id bigint generated always as identity primary key,
  -- SHA-256 of the seed's 64 hexadecimal characters.
  commitment text not null unique check (commitment = encode(sha256(convert_to(seed, 'UTF8')), 'hex')),
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_simulated_feed_at_a_time on simulated_feeds ((true)) where ended_at is null;

create trigger simulated_feeds_only_end before update on simulated_feeds
  for each row execute function refuse_other_than_end();
create trigger simulated_feeds_stay before delete or truncate on simulated_feeds
  for each statement execute function refuse_removal();

grant select on simulated_feeds to wazi_app;
grant insert (commitment, seed) on simulated_feeds to wazi_app;
grant update (ended_at) on simulated_feeds to wazi_app;
