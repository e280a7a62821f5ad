import { listUserMovements, type UserMovement } from "@wazi/contracts";
import { sumCents, toCents } from "../../../lib/cents.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { Money } from "../../../ui/money.tsx";
import { formatUtc, Timestamp } from "../../../office/display/age.tsx";
import { SignedMoney } from "../../../office/display/signed-money.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { OpenRowsContext, RowToggle, useOpenRows } from "../../../office/records/open-rows.tsx";
import { type RecordRules, useRecordAddress } from "../../../office/records/record-address.ts";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordList } from "../../../office/records/record-list.tsx";
import { useRecordPage } from "../../../office/records/use-record-page.ts";
import { getFigureBefore, listChangedFigures } from "./movement-figures.ts";
import * as texts from "../../../messages/admin-user-page.ts";
import type { ReactNode } from "react";

/** The details of a movement: changed figures, postings on both sides, actor and reason. */
function MovementDetails({ movement }: { movement: UserMovement }) {
  const { actor, reason, at, id } = movement;
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
      <FigureChanges movement={movement} />
      <Postings entries={movement.entries} />
      <dl className="flex flex-wrap gap-x-8 gap-y-2 lg:col-span-2">
        <Fact term={texts.doneBy}>
          {actor === null ? (
            texts.movementActorSystem
          ) : (
            <>
              {formatName(actor)} <span className="text-muted">{actor.email}</span>
            </>
          )}
        </Fact>
        <Fact term={texts.reason}>{reason ?? texts.noneGiven}</Fact>
        <Fact term={texts.at}>
          <span className="figure">{formatUtc(at)}</span>
        </Fact>
        <Fact term={texts.transaction}>
          <span className="figure">{id}</span>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

const HEAD_CELL = "pb-1 text-12 font-medium text-muted";

function FigureChanges({ movement }: { movement: UserMovement }) {
  const changed = listChangedFigures(movement);
  if (changed.length === 0) return <p className="text-muted">{texts.movementNoFigures}</p>;
  return (
    <table aria-label={texts.movementFigures} className="w-full self-start">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${HEAD_CELL} text-left`}>
            {texts.figure}
          </th>
          <th scope="col" className={`${HEAD_CELL} pl-3 text-right`}>
            {texts.before}
          </th>
          <th scope="col" className={`${HEAD_CELL} pl-3 text-right max-sm:hidden`}>
            {texts.change}
          </th>
          <th scope="col" className={`${HEAD_CELL} pl-3 text-right`}>
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ figure, name }) => (
          <tr key={figure} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 pl-3 text-right text-muted">
              <Money value={getFigureBefore(movement, figure)} />
            </td>
            <td className="py-1.5 pl-3 text-right max-sm:hidden">
              <SignedMoney value={movement.amounts[figure]} />
            </td>
            <td className="py-1.5 pl-3 text-right font-semibold">
              <Money value={movement.balances[figure]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both sides of the transaction, which add up to zero. */
function Postings({ entries }: { entries: UserMovement["entries"] }) {
  return (
    <table aria-label={texts.postings} className="w-full self-start">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${HEAD_CELL} text-left`}>
            {texts.account}
          </th>
          <th scope="col" className={`${HEAD_CELL} pl-3 text-right`}>
            {texts.posted}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount }, index) => (
          <tr key={index} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-normal break-words">
              {account}
            </th>
            <td className="py-1.5 pl-3 text-right">
              <SignedMoney value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="py-1.5 text-left font-semibold">
            {texts.sum}
          </th>
          <td className="py-1.5 pl-3 text-right font-semibold" data-testid="postings-sum">
            <Money value={sumCents(entries.map(({ amount }) => amount))} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

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
        failedTitle={texts.movementsFailedTitle}
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
