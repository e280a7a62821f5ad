import { StartError } from "../process/start-error.ts";
import type { MailSettings } from "../settings/mail-settings.ts";
import type { PushSettings } from "../settings/push-settings.ts";
import { ensurePushKeyFile } from "./push-key-file.ts";
import { openWebPush } from "./web-push.ts";
import type { PushTransport } from "./push-transport.ts";

interface Settings {
  dataDir: string;
  push: PushSettings;
  mail: MailSettings;
  publicOrigin: string | undefined;
}

/** Opens the transport of push messages; undefined where WEB_PUSH is off. Connects to nothing. */
export function openPush({ dataDir, push, mail, publicOrigin }: Settings): PushTransport | undefined {
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
