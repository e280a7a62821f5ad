-- Hourly candles are partitioned by month, so that old months can be removed as tables. Minutes have a table of their own:
-- two days of them are kept, and their removed rows would leave every month with empty space.

alter table candles rename to candles_before;
alter table candles_before rename constraint candles_pkey to candles_before_pkey;

create table candles (
  symbol text not null,
  interval text not null constraint candles_interval_check check (interval in ('1m', '1h', '1d')),
  bar_time timestamptz not null,
  feed text not null,
  open numeric(20, 8) not null,
  high numeric(20, 8) not null,
  low numeric(20, 8) not null,
  close numeric(20, 8) not null,
  volume numeric(30, 8) not null,
  primary key (feed, symbol, interval, bar_time)
) partition by list (interval);
create table candle_minutes partition of candles for values in ('1m');
create table candle_hours partition of candles for values in ('1h', '1d') partition by range (bar_time);
-- Holds hours until the month's partition is created: of the feed's history, and of a market that is ahead of the clock.
create table candle_hours_default partition of candle_hours default;

insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
select symbol, interval, bar_time, feed, open, high, low, close, volume from candles_before;
drop table candles_before;

grant select, insert, update, delete on candles to wazi_app;
-- For the job that keeps the partitions.
grant select on candle_hours to wazi_app;
grant select, delete on candle_hours_default to wazi_app;
