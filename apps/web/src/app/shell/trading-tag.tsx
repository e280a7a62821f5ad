import type { PublicSettings } from "@wazi/contracts";
import { PaperTag, Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/shell.ts";

/** Shows "Live Trading" only if orders really go to a trading venue. */
export function TradingTag({ broker }: { broker: PublicSettings["broker"] }) {
  return broker === "live" ? <Tag look="solid">{texts.liveTrading}</Tag> : <PaperTag>{texts.paperTrading}</PaperTag>;
}
