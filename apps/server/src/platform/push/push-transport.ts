/** A browser that gets push messages, with the keys that encrypt them for it. */
export interface PushTarget {
  endpoint: string;
  /** The browser's public key on P-256, uncompressed. */
  p256dh: Buffer;
  /** The secret that browser and server share. */
  auth: Buffer;
}

/**
 * The answer of a push service: it took the message, the browser does not exist any more, it will never take this message, or it
 * may take it later.
 */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

/** Takes messages to the push services of browser makers. */
export interface PushTransport {
  /** In base64url. A browser accepts messages that were signed with its private key only. */
  readonly publicKey: string;
  /** True for an address that messages may be sent to. */
  accepts(endpoint: string): boolean;
  /** Never throws: a service that cannot be reached may take the message later. */
  send(target: PushTarget, text: string): Promise<PushOutcome>;
  close(): void;
}
