import * as texts from "../../messages/shared.ts";

/** The licence of the chart library requires this notice and the link. */
export function ChartCredit() {
  return (
    <p className="text-12 text-muted">
      {texts.chartCredit({
        link: (text) => (
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 underline underline-offset-4 hover:text-ink"
          >
            {text}
          </a>
        ),
      })}
    </p>
  );
}
