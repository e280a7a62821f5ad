-- Orders to a venue, each written before it is sent. The table is empty without a live broker.
create table orders (
  -- Derived from the decision: the same decision taken twice is one order, here and at the venue.
  client_order_id text primary key,
  broker text not null,
  symbol text not null,
  -- Counts the orders of a symbol.
  sequence bigint not null,
  side text not null check (side in ('buy', 'sell')),
  quantity numeric(30, 12) not null check (quantity > 0),
  -- The amount held before it, and the amount of the pools' open trades: the order is the difference, in whole lots.
  held numeric(30, 12) not null,
  target numeric(30, 12) not null,
  -- The bots' trades whose sum is the target.
  decision jsonb not null,
  -- The model's mid price when it was decided.
  model_price numeric(20, 8) not null check (model_price > 0),
  status text not null check (status in ('planned', 'sent', 'open', 'unknown', 'filled', 'rejected', 'absent')),
  filled_quantity numeric(30, 12) not null default 0 check (filled_quantity >= 0),
  fill_price numeric(30, 12) check (fill_price > 0),
  fee numeric(30, 12),
  -- The cost of the fill beyond the model's price: the platform pays it, not the pools.
  slippage numeric(30, 12) generated always as (
    case when side = 'buy' then (fill_price - model_price) * filled_quantity
      else (model_price - fill_price) * filled_quantity end
  ) stored,
  reason text,
  planned_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  settled_at timestamptz,
  constraint only_fills_have_quantities check ((status = 'filled') = (filled_quantity > 0)),
  unique (broker, symbol, sequence)
);

-- No order is sent for a symbol while the result of the previous one is unknown.
create unique index one_order_under_way on orders (broker, symbol)
  where status in ('planned', 'sent', 'open', 'unknown');

grant select, insert, update on orders to wazi_app;
