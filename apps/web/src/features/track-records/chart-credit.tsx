/** Who made what draws the charts: its licence asks for this notice and the link on the page. */
export function ChartCredit() {
  return (
    <p className="text-12 text-muted">
      Charts: TradingView Lightweight Charts™, Copyright © 2026 TradingView, Inc.{" "}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="inline-block py-1 underline underline-offset-4 hover:text-ink"
      >
        tradingview.com
      </a>
    </p>
  );
}
