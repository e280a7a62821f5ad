import { listUserMovements, type UserMovement } from "@wazi/contracts";
import { toCents } from "../../../lib/cents.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { Money } from "../../../ui/money.tsx";
import { Timestamp } from "../../../office/display/age.tsx";
import { SignedMoney } from "../../../office/display/signed-money.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { OpenRowsContext, RowToggle, useOpenRows } from "../../../office/records/open-rows.tsx";
import type { RecordRules } from "../../../office/records/record-address.ts";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordList } from "../../../office/records/record-list.tsx";
import { useRecordAddress } from "../../../office/records/use-record-address.ts";
import { useRecordPage } from "../../../office/records/use-record-page.ts";
import { MovementDetails } from "./movement-details.tsx";
import { listChangedFigures, getFigureBefore } from "./movement-figures.ts";
import * as texts from "../../../messages/admin-user-page.ts";

const rules: RecordRules = { filters: {} };

const columns: readonly RecordColumn<UserMovement>[] = [
  {
    id: "details",
    heading: texts.details,
    hidesHeading: true,
    width: "md:w-11",
    cell: ({ id, text }) => <RowToggle id={id} name={text} />,
  },
  {
    id: "when",
    heading: texts.when,
    width: "md:w-40",
    cell: ({ at }) => <Timestamp at={at} className="text-muted" />,
  },
  {
    id: "what",
    heading: texts.what,
    cell: ({ text, actor }) => (
      <span className="block py-1 text-right whitespace-normal md:text-left">
        {text}
        {actor === null ? null : <span className="text-muted"> {texts.byActor({ actor: formatName(actor) })}</span>}
      </span>
    ),
  },
  {
    id: "change",
    heading: texts.change,
    align: "right",
    width: "md:w-44 lg:w-56",
    cell: (movement) => <Changes of={movement} />,
  },
  {
    id: "balance",
    heading: texts.balance,
    align: "right",
    minScreen: "lg",
    width: "md:w-60",
    cell: (movement) => <BalanceChange of={movement} />,
  },
];

/** Every movement of a user's money, newest first, with its postings. */
export function UserMovements({ userId }: { userId: string }) {
  const address = useRecordAddress(rules);
  const rows = useOpenRows();
  const query = useRecordPage(listUserMovements, {
    params: { id: userId },
    query: address.pageQuery,
    everyMs: getRefetchMs,
  });
  return (
    <OpenRowsContext value={rows}>
      <RecordList
        label={texts.movements}
        what={texts.theMovements}
        empty={texts.movementsEmpty}
        query={query}
        address={address}
        columns={columns}
        caption={texts.movementsCaption}
        onOpen={({ id }) => rows.toggle(id)}
        details={(movement) => (rows.isOpen(movement.id) ? <MovementDetails movement={movement} /> : null)}
      />
    </OpenRowsContext>
  );
}

/** The changed figures. Only the balance is shown without a name. */
function Changes({ of }: { of: UserMovement }) {
  const changed = listChangedFigures(of).filter(({ figure }) => figure !== "depositFunds" && figure !== "profitFunds");
  if (changed.length === 0) return <span className="text-muted">{texts.noChange}</span>;
  return (
    <span className="flex flex-col items-end">
      {changed.map(({ figure, name }) => (
        <span key={figure} className="whitespace-nowrap">
          {figure === "balance" ? null : <span className="text-muted">{name} </span>}
          <SignedMoney value={of.amounts[figure]} />
        </span>
      ))}
    </span>
  );
}

function BalanceChange({ of }: { of: UserMovement }) {
  const isMoved = toCents(of.amounts.balance) !== 0n;
  return (
    <span className="whitespace-nowrap">
      {isMoved ? (
        <>
          <Money value={getFigureBefore(of, "balance")} className="text-muted" />
          <span className="text-muted"> → </span>
        </>
      ) : null}
      <Money value={of.balances.balance} className={isMoved ? "" : "text-muted"} />
    </span>
  );
}
