import type { Bot } from "@wazi/contracts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { isFiltered, noFilters, type TradeFilters } from "./trade-filters.ts";
import * as texts from "../../messages/investments.ts";

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
    <div
      role="search"
      aria-label={texts.filters}
      className="grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-6"
    >
      <SelectField label={texts.bot} className="max-sm:col-span-2" {...set("bot")}>
        <option value="">{texts.allBots}</option>
        {bots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.symbol} {...set("symbol")}>
        <option value="">{texts.all}</option>
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </SelectField>
      <SelectField label={texts.side} {...set("side")}>
        <option value="">{texts.both}</option>
        <option value="buy">{texts.buy}</option>
        <option value="sell">{texts.sell}</option>
      </SelectField>
      <SelectField label={texts.result} {...set("outcome")}>
        <option value="">{texts.any}</option>
        <option value="won">{texts.won}</option>
        <option value="lost">{texts.lost}</option>
      </SelectField>
      <TextField label={texts.from} type="date" max={filters.to || undefined} {...set("from")} />
      <TextField label={texts.to} type="date" min={filters.from || undefined} {...set("to")} />
      {isFiltered(filters) ? (
        <Button look="quiet" className="justify-self-start px-3" onClick={() => onChange(noFilters)}>
          {texts.clearFilters}
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
