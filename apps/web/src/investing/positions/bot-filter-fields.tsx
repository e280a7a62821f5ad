import { markets, type Market } from "@wazi/contracts";
import { marketNames } from "../../content/labels.ts";
import { SelectField } from "../../ui/field.tsx";
import {
  botRiskNames,
  botRisks,
  botSortNames,
  botSorts,
  type BotFilters,
  type BotRisk,
  type BotSort,
} from "./bot-filters.ts";
import * as texts from "../../messages/investments.ts";

/** The choices above the list of bots. */
export function BotFilterFields({
  filters,
  onChange,
}: {
  filters: BotFilters;
  onChange: (filters: BotFilters) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:max-w-3xl">
      <SelectField
        label={texts.market}
        value={filters.market}
        onChange={({ target }) => onChange({ ...filters, market: target.value as Market | "all" })}
      >
        <option value="all">{texts.allMarkets}</option>
        {markets.map((market) => (
          <option key={market} value={market}>
            {marketNames[market]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.risk}
        value={filters.risk}
        onChange={({ target }) => onChange({ ...filters, risk: target.value as BotRisk })}
      >
        {botRisks.map((risk) => (
          <option key={risk} value={risk}>
            {botRiskNames[risk]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.sort}
        className="col-span-2 sm:col-span-1"
        value={filters.sort}
        onChange={({ target }) => onChange({ ...filters, sort: target.value as BotSort })}
      >
        {botSorts.map((sort) => (
          <option key={sort} value={sort}>
            {botSortNames[sort]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
