import type { ReservesLeaf } from "@wazi/proofs/reserves";
import { formatAmount, getReserves } from "@wazi/contracts";
import { createPolled, usePolled } from "../../lib/polled.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { formatCents } from "./format-cents.ts";
import * as texts from "../../messages/proofs.ts";

const FILE_NAME = "wazi-reserves.json";
const kindNames = { bank: texts.bank, mpesa: texts.mPesa, broker: texts.broker } as const;
const newest = createPolled(getReserves, null);

/** The newest day's reserves beside what is owed, with the file for the checker. */
export function Reserves() {
  const state = usePolled(newest);
  if (state.status === "loading") return <Skeleton className="h-40" />;
  if (state.status === "failed") return <p className="text-14 text-muted">{texts.publishedNoAnswer}</p>;
  const leaf = state.data?.leaves[0]?.leaf;
  if (leaf === undefined) return <p className="text-14 text-muted">{texts.publishedNone}</p>;
  return <PublishedReserves reserves={JSON.parse(leaf) as ReservesLeaf} />;
}

function PublishedReserves({
  reserves: { isPaper, day, owed, total, coveragePct, addresses, statements },
}: {
  reserves: ReservesLeaf;
}) {
  const isCovered = BigInt(total) >= BigInt(owed);
  return (
    <div className="grid gap-4">
      {isPaper ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-14">
          {texts.publishedDemo({ tag: (text) => <Tag look="stitched">{text}</Tag> })}
        </p>
      ) : null}
      <dl className="grid max-w-[44ch] gap-2">
        <Figure name={texts.publishedOwed({ day })} value={`$${formatCents(owed)}`} />
        <Figure name={texts.publishedHeld} value={formatSignedCents(total)} />
        <Figure
          name={texts.coverage}
          value={coveragePct === null ? texts.publishedNothingOwed : `${formatAmount(coveragePct)}%`}
        />
      </dl>
      {isPaper || coveragePct === null ? null : (
        <p>
          <Tag look={isCovered ? "gain" : "loss"} wraps>
            {isCovered
              ? texts.publishedCovered
              : texts.publishedShort({ bigInt: formatCents(String(BigInt(owed) - BigInt(total))) })}
          </Tag>
        </p>
      )}
      <ul className="grid gap-3 text-14">
        {addresses.map(({ network, address, block, signedOn, holdings }) => (
          <li key={address} className="border-t border-line pt-3">
            <span className="font-mono break-all">{address}</span>
            <span className="block text-muted">
              {texts.publishedAddress({ network, number: Number(block).toLocaleString("en-US"), signedOn })}
            </span>
            <span className="block">{describeHoldings(holdings)}</span>
          </li>
        ))}
        {statements.map(({ kind, account, amount, currency, value, asOf }) => (
          <li key={`${account} ${currency}`} className="border-t border-line pt-3">
            {kindNames[kind as keyof typeof kindNames] ?? kind}: {account}
            <span className="block text-muted">{texts.publishedStatement({ asOf })}</span>
            <span className="block">{describeHoldings([{ amount, currency, value }])}</span>
          </li>
        ))}
      </ul>
      <p className="text-14">
        <a className="font-semibold text-primary underline" href={getReserves.path} download={FILE_NAME}>
          {texts.publishedDownload}
        </a>
      </p>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="figure font-semibold">{value}</dd>
    </div>
  );
}

function describeHoldings(holdings: readonly { amount: string; currency: string; value: string }[]): string {
  if (holdings.length === 0) return texts.empty;
  return holdings
    .map(({ amount, currency, value }) => `${amount} ${currency} (${formatSignedCents(value)})`)
    .join(", ");
}

/** An overdrawn account has a negative value. */
const formatSignedCents = (cents: string): string =>
  cents.startsWith("-") ? `−$${formatCents(cents.slice(1))}` : `$${formatCents(cents)}`;
