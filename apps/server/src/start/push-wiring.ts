import { ensurePushKeyFile } from "../platform/push/push-key-file.ts";
import { openWebPush } from "../platform/push/web-push.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { StartError } from "../platform/process/start-error.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the transport of push messages; undefined where WEB_PUSH is off. Connects to nothing. */
export function openPush({
  dataDir,
  push,
  mail,
  publicOrigin,
}: Pick<Settings, "dataDir" | "push" | "mail" | "publicOrigin">): PushTransport | undefined {
  if (!push.isOn) return undefined;
  const address = /<([^>]+)>$/.exec(mail.from)?.[1] ?? mail.from;
  const contact = publicOrigin?.startsWith("https:") === true ? publicOrigin : `mailto:${address}`;
  const privateKey = push.key ?? ensurePushKeyFile(dataDir);
  try {
    return openWebPush({ privateKey, contact, testOrigin: push.testOrigin });
  } catch {
    throw new StartError(
      "PUSH_KEY is not a private key of the curve P-256. Make another one: openssl rand -base64 32.",
    );
  }
}
