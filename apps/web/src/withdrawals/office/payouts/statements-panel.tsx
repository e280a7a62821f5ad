import type { RailStatements } from "@wazi/contracts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table } from "../../../ui/table.tsx";
import { useHasRight } from "../../../office/access/admin-access.ts";
import { useRailStatements } from "./api.ts";
import { ChargesList } from "./charges-list.tsx";
import { DifferenceRow } from "./difference-row.tsx";
import { ImportForm } from "./import-form.tsx";
import { contentLabels } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Imported statements with what they do not agree about with our books, oldest first, and the charges to book. */
export function StatementsPanel() {
  const query = useRailStatements();
  const mayDecide = useHasRight("money");
  return (
    <div className="grid gap-5 pb-1">
      <QueryState query={query} what={texts.theStatements} loading={<SkeletonRows rows={2} className="h-12" />}>
        {({ accounts, differences, total, charges }) => (
          <>
            <Accounts accounts={accounts} />
            {charges.length === 0 ? null : <ChargesList charges={charges} mayDecide={mayDecide} />}
            {accounts.length === 0 ? null : (
              <section aria-label={texts.differences} className="grid gap-1">
                <h3 className="text-14">
                  {texts.differencesTitle({
                    state: total === 0 ? "yes" : "other",
                    total: total.toLocaleString("en-US"),
                  })}
                </h3>
                {total === 0 ? <p className="text-14 text-muted">{texts.differencesEmpty}</p> : null}
                {total > differences.length ? (
                  <p className="text-14 text-muted">{texts.differencesOldest({ differences: differences.length })}</p>
                ) : null}
                <ul
                  className="divide-y divide-line overflow-auto sm:max-h-[48rem]"
                  tabIndex={0}
                  aria-label={texts.differences}
                >
                  {differences.map((each) => (
                    <DifferenceRow key={`${each.account} ${each.key}`} difference={each} mayDecide={mayDecide} />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </QueryState>
      {mayDecide ? <ImportForm /> : <p className="text-14 text-muted">{texts.differencesNoRight}</p>}
    </div>
  );
}

function Accounts({ accounts }: { accounts: RailStatements["accounts"] }) {
  if (accounts.length === 0) return <p className="text-14 text-muted">{texts.accountsEmpty}</p>;
  const count = (figure: number): string => figure.toLocaleString("en-US");
  return (
    <Table
      label={texts.accountsLabel}
      rows={accounts.map((account) => ({ ...account, id: account.account }))}
      columns={[
        { heading: texts.account, cell: ({ account }) => <span className="font-semibold break-words">{account}</span> },
        { heading: texts.shows, cell: ({ shows }) => contentLabels[shows] },
        { heading: texts.from, cell: ({ from }) => from },
        { heading: texts.to, cell: ({ to }) => to },
        { heading: texts.lines, align: "right", cell: ({ lines }) => count(lines) },
        { heading: texts.matched, align: "right", cell: ({ matched }) => count(matched) },
        { heading: texts.accountsColumnCharges, align: "right", cell: ({ charges }) => count(charges) },
        { heading: texts.explained, align: "right", cell: ({ explained }) => count(explained) },
      ]}
    />
  );
}
