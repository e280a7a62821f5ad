import type { UserMovement } from "@wazi/contracts";
import type { ReactNode } from "react";
import { sumCents } from "../../../lib/cents.ts";
import { Money } from "../../../ui/money.tsx";
import { formatUtc } from "../../../office/display/format-age.ts";
import { SignedMoney } from "../../../office/display/signed-money.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { listChangedFigures, getFigureBefore } from "./movement-figures.ts";
import * as texts from "../../../messages/admin-user-page.ts";

/** The details of a movement: changed figures, postings on both sides, actor and reason. */
export function MovementDetails({ movement }: { movement: UserMovement }) {
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
