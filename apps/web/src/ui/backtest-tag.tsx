import { Tag } from "./tag.tsx";

/** Marks results of a bot's rule over past prices. */
export function BacktestTag() {
  return (
    <Tag look="stitched" title="Computed over real past prices. Nobody invested in these trades.">
      BACKTEST
    </Tag>
  );
}
