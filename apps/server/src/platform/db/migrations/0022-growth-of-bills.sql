-- Where interest has arrived by statements, the index of bills grows by the rate of bills, and not by what was shared.

alter table pool_interest
  -- The growth of bills in the day where it is another than gross. Null: it is gross.
  add column bill_growth numeric(14, 12) check (bill_growth >= 0),
  drop constraint a_day_grows_the_bill_index,
  add constraint a_day_grows_the_bill_index check (
    (bill_index_before is null) = (bill_index_after is null)
    and bill_index_after = bill_index_before + trunc(bill_index_before * coalesce(bill_growth, gross), 12));
