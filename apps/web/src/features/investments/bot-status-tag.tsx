import type { Bot } from "@wazi/contracts";
import { Tag } from "../../ui/tag.tsx";
import { botStatusWords } from "./bot-status.ts";

/** On a bot that does not trade as usual; nothing while it does. */
export function BotStatusTag({ status }: { status: Bot["status"] }) {
  const words = botStatusWords(status);
  return words === null ? null : <Tag look={words.look}>{words.tag}</Tag>;
}
