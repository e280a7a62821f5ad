import type { Bot } from "@wazi/contracts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { isFiltered, noFilters, type TradeFilters } from "./trade-filters.ts";

/** The filters of the trade history. Each change applies at once. */
export function HistoryFilters({
  filters,
  bots,
  onChange,
}: {
  filters: TradeFilters;
  bots: readonly Bot[];
  onChange: (filters: TradeFilters) => void;
}) {
  const symbols = listSymbols(bots, filters);
  const set = (name: keyof TradeFilters) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...filters, [name]: target.value }),
  });
  return (
    <div role="search" aria-label="Filters" className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-6">
      <SelectField label="Bot" className="max-sm:col-span-2" {...set("bot")}>
        <option value="">All bots</option>
        {bots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Symbol" {...set("symbol")}>
        <option value="">All</option>
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </SelectField>
      <SelectField label="Side" {...set("side")}>
        <option value="">Both</option>
        <option value="buy">Buy</option>
        <option value="sell">Sell</option>
      </SelectField>
      <SelectField label="Result" {...set("outcome")}>
        <option value="">Any</option>
        <option value="won">Won</option>
        <option value="lost">Lost</option>
      </SelectField>
      <TextField label="From" type="date" max={filters.to || undefined} {...set("from")} />
      <TextField label="To" type="date" min={filters.from || undefined} {...set("to")} />
      {isFiltered(filters) ? (
        <Button look="quiet" className="justify-self-start px-3" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

/**
 * The symbols of the selected bot or of all bots, plus the one in the address, so that the selection is always visible.
 */
function listSymbols(bots: readonly Bot[], { bot, symbol }: TradeFilters): string[] {
  const shown = bot === "" ? bots : bots.filter(({ id }) => id === bot);
  const all = new Set(shown.flatMap(({ symbols }) => symbols));
  if (symbol !== "") all.add(symbol);
  return [...all].sort();
}
