import type { AdministratorAct, PublicStatus } from "@wazi/contracts";
import * as texts from "../../messages/status.ts";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const names: Readonly<Record<AdministratorAct, string>> = {
  adjustment: texts.actsAdjustment,
  "late-credit": texts.actsLateCredit,
  deactivation: texts.actsDeactivation,
  freeze: texts.actsFreeze,
  "freeze-longer": texts.actsFreezeLonger,
  "fee-change": texts.actsFeeChange,
  "bot-pause": texts.actsBotPause,
  "setting-change": texts.actsSettingChange,
  export: texts.actsExport,
  view: texts.actsView,
};

/** How often administrators did what this month. */
export default function AdministratorActs({ status }: { status: PublicStatus }) {
  return (
    <>
      <p className="mb-4 text-14 text-muted">
        {texts.actsLead({ format: MONTH.format(new Date(status.adjustments.since)) })}
      </p>
      <dl className="grid gap-x-8 gap-y-2 text-14 sm:grid-cols-2">
        {status.administratorActs.map(({ act, count }) => (
          <div key={act} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt>{names[act]}</dt>
            <dd className="figure font-semibold">{count.toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
