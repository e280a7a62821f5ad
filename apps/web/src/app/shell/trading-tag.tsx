import type { PublicSettings } from "@wazi/contracts";
import { PaperTag, Tag } from "../../ui/tag.tsx";

/** Says "live" only where orders really go to a venue. */
export function TradingTag({ broker }: { broker: PublicSettings["broker"] }) {
  return broker === "live" ? <Tag look="solid">Live Trading</Tag> : <PaperTag>Paper Trading</PaperTag>;
}
