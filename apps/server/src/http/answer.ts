import type { Readable } from "node:stream";

/** A response with an explicit status, a stored JSON text, a file or a stream. */
export class Answer<Body> {
  /** Sent verbatim when set, so that an Idempotency-Key replay returns the same bytes. */
  readonly json: string | undefined;
  /** Sent instead of JSON when set, with the call's `mediaType`. */
  readonly bytes: Buffer | undefined;
  /** Streamed instead of JSON when set, with the call's `mediaType`. */
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

  /** Repeats the stored JSON of an earlier answer. */
  static fromJson(status: number, json: string): Answer<never> {
    return new Answer(status, undefined as never, json);
  }

  /** Sends a file; the call must declare a media type. */
  static ofBytes(status: number, bytes: Buffer): Answer<never> {
    return new Answer(status, undefined as never, undefined, bytes);
  }

  /** Sends a stream; the call must declare a media type. */
  static ofStream(status: number, stream: Readable): Answer<never> {
    return new Answer(status, undefined as never, undefined, undefined, stream);
  }
}
