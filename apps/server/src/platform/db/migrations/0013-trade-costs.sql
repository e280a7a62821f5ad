-- The costs of each closed trade. Null for trades that closed before costs were recorded.
alter table bot_trades
  -- Financing of the trade, per unit of the symbol: above 0 paid, below 0 received.
  add column financing numeric(30, 12) not null default 0,
  -- Fractions of the unit price before the trade.
  add column spread_cost numeric(30, 12),
  add column slippage_cost numeric(30, 12),
  add column commission_cost numeric(30, 12),
  add column financing_cost numeric(30, 12),
  add constraint costs_are_recorded_together
    check (num_nulls(spread_cost, slippage_cost, commission_cost, financing_cost) in (0, 4));
