import { usePublicSettings } from "../../lib/public-settings.ts";
import { classNames } from "../../lib/class-names.ts";
import * as texts from "../../messages/shell.ts";

/** The operator and its regulator. Known, and shown, in live mode. */
export function OperatorBlock({ className }: { className?: string }) {
  const settings = usePublicSettings();
  const operator = settings.status === "ready" ? settings.data.operator : null;
  if (operator === null) return null;
  return (
    <p className={classNames("text-14 text-muted", className)} data-testid="operator">
      {texts.operatorRegulated({
        name: <span className="font-semibold text-ink">{operator.name}</span>,
        regulator: operator.regulator,
        licence: operator.licence,
        joinCountries: joinCountries(operator.countriesServed),
      })}
    </p>
  );
}

const conjunction = new Intl.ListFormat("en", { type: "conjunction" });

function joinCountries(countries: readonly string[]): string {
  return conjunction.format(countries);
}
