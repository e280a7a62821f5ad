import { Icon, type IconName } from "../../ui/icons.tsx";
import { LocalAmount } from "../../ui/local-amount.tsx";
import { Money } from "../../ui/money.tsx";
import { MoneySentences } from "../../ui/money-sentences.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { PlaceIcon, type PlaceIconName } from "../../ui/place-icon.tsx";
import { evidenceVerdicts } from "@wazi/contracts";
import { RangeBar } from "../../ui/range-bar.tsx";
import { verdictNames } from "../../content/verdicts.ts";
import { VerdictName } from "../../ui/verdict-name.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Table } from "../../ui/table.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag, PaperTag, Tag, type TagLook } from "../../ui/tag.tsx";
import { ThreadFigures } from "../../ui/thread-figures.tsx";
import { TradeTime } from "../../ui/trade-rows.tsx";
import { SampleGroup } from "./sample-group.tsx";

const looks: readonly TagLook[] = ["stitched", "solid", "gain", "loss", "wait", "plain"];
/** The type check requires every icon name here. */
const icons = {
  back: true,
  chat: true,
  close: true,
  copy: true,
  eye: true,
  "eye-off": true,
  in: true,
  key: true,
  lock: true,
  menu: true,
  moon: true,
  out: true,
  pulse: true,
  "sign-out": true,
  sun: true,
} satisfies Record<IconName, true>;

const placeIcons = { bell: true, home: true, list: true, pulse: true, wallet: true } satisfies Record<
  PlaceIconName,
  true
>;

const rows = [
  { id: "1", symbol: "EURUSD", profit: "12.40" },
  { id: "2", symbol: "BTCUSD", profit: "-3.05" },
];

export function FigureSamples() {
  return (
    <SampleGroup name="Figures and marks">
      <p className="flex flex-wrap gap-6 text-24">
        <Money value="1234567.89" />
        <Money value="12.40" change />
        <Money value="-3.05" change />
        <Money value="0.00" change />
        <PercentChange value="1.25" />
        <PercentChange value="-0.40" />
      </p>
      <LocalAmount
        local={{
          amount: "12950.00",
          currency: "KES",
          rate: "129.5",
          source: "Central bank",
          rateAt: "2026-11-20T09:30:00.000Z",
        }}
      />
      <RangeBar value={0.4} low={-0.1} high={0.9} label="0.4, from −0.1 to 0.9" />
      <p className="flex flex-wrap gap-6">
        {evidenceVerdicts.map((verdict) => (
          <VerdictName key={verdict} verdict={verdict} name={verdictNames[verdict]} />
        ))}
      </p>
      <MoneySentences
        grown="$1,000 put in at the start of 1975 became $37,900 in this bot."
        kept="You would have kept $21,860 on your plan."
        fall="The worst fall was 15.1%."
        years="In 18 of 48 years it did worse than bills."
        terms="Kept means after Wazi's share."
      />
      <p className="flex flex-wrap gap-6">
        <Sparkline values={[1, 1.2, 1.1, 1.4]} />
        <Sparkline values={[1, 0.9, 1.05, 0.8]} />
        <TradeTime executedAt="2026-11-20T09:30:00.000Z" barTime="2017-12-17T12:00:00.000Z" />
      </p>
      <p className="flex flex-wrap gap-3">
        {looks.map((look) => (
          <Tag key={look} look={look}>
            {look}
          </Tag>
        ))}
        <FeedTag feed="simulated" />
        <FeedTag feed="replay" />
        <FeedTag feed="live" />
        <BacktestTag />
        <PaperTag />
      </p>
      <QrCode text="TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" label="QR code of an address" />
      <p className="flex flex-wrap gap-4">
        {(Object.keys(placeIcons) as PlaceIconName[]).map((name) => (
          <PlaceIcon key={name} name={name} />
        ))}
        {(Object.keys(icons) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
      <ThreadFigures
        figures={[
          { label: "Available Balance", figure: <Money value="1250.00" />, working: "Can be allocated or withdrawn" },
          { label: "Active Bots", figure: "3", working: "of 5 in your package" },
          { label: "Investment Fund", figure: <Money value="800.00" />, working: "Your own money in them" },
        ]}
      />
      <Table
        label="Trades"
        columns={[
          { heading: "Symbol", cell: ({ symbol }) => symbol },
          { heading: "Profit", align: "right", cell: ({ profit }) => <Money value={profit} change /> },
        ]}
        rows={rows}
      />
    </SampleGroup>
  );
}
