import { Tag } from "./tag.tsx";
import * as texts from "../messages/shared.ts";

/** Marks results of a bot's rule over past prices. */
export function BacktestTag() {
  return (
    <Tag look="stitched" title={texts.backtestTagTitle}>
      {texts.backtest}
    </Tag>
  );
}
