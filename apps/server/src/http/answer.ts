import type { Readable } from "node:stream";

/** An answer with a status of its own, or with JSON that was made before. */
export class Answer<Body> {
  /** Sent as it is, when set: the same bytes again under an idempotency key. */
  readonly json: string | undefined;
  /** Sent instead of JSON, when set, as what the call's `mediaType` says. */
  readonly bytes: Buffer | undefined;
  /** Sent as it comes, when set, as what the call's `mediaType` says. */
  readonly stream: Readable | undefined;

  constructor(
    readonly status: number,
    readonly body: Body,
    json?: string,
    bytes?: Buffer,
    stream?: Readable,
  ) {
    this.json = json;
    this.bytes = bytes;
    this.stream = stream;
  }

  /** Of JSON that was kept from an earlier answer of the same call. */
  static fromJson(status: number, json: string): Answer<never> {
    return new Answer(status, undefined as never, json);
  }

  /** A file, of a call that promises one. */
  static ofBytes(status: number, bytes: Buffer): Answer<never> {
    return new Answer(status, undefined as never, undefined, bytes);
  }

  /** What goes on for as long as somebody reads, of a call that promises that. */
  static ofStream(status: number, stream: Readable): Answer<never> {
    return new Answer(status, undefined as never, undefined, undefined, stream);
  }
}
