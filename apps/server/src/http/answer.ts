/** An answer with a status of its own, or with JSON that was made before. */
export class Answer<Body> {
  /** Sent as it is, when set: the same bytes again under an idempotency key. */
  readonly json: string | undefined;
  /** Sent instead of JSON, when set, as what the call's `mediaType` says. */
  readonly bytes: Buffer | undefined;

  constructor(
    readonly status: number,
    readonly body: Body,
    json?: string,
    bytes?: Buffer,
  ) {
    this.json = json;
    this.bytes = bytes;
  }

  /** Of JSON that was kept from an earlier answer of the same call. */
  static fromJson(status: number, json: string): Answer<never> {
    return new Answer(status, undefined as never, json);
  }

  /** A file, of a call that promises one. */
  static ofBytes(status: number, bytes: Buffer): Answer<never> {
    return new Answer(status, undefined as never, undefined, bytes);
  }
}
