import type { Readable, Writable } from "node:stream";
import type { WebFile } from "./static-files.ts";

/** A response with an explicit status, a stored JSON text, a file, a stream or an open connection. */
export class Answer<Body> {
  /** Sent verbatim when set, so that an Idempotency-Key replay returns the same bytes. */
  readonly json: string | undefined;
  /** Sent instead of JSON when set, with the call's `mediaType`. */
  readonly bytes: Buffer | undefined;
  /** Streamed instead of JSON when set, with the call's `mediaType`. */
  readonly stream: Readable | undefined;
  /** When set, the head is sent, with the call's `mediaType`, and the body is written by this function. */
  readonly start: ((connection: Writable) => void) | undefined;
  /** Kept JSON with its compressed forms, sent when set. */
  readonly prepared: WebFile | undefined;

  constructor(
    readonly status: number,
    readonly body: Body,
    json?: string,
    bytes?: Buffer,
    stream?: Readable,
    start?: (connection: Writable) => void,
    prepared?: WebFile,
  ) {
    this.json = json;
    this.bytes = bytes;
    this.stream = stream;
    this.start = start;
    this.prepared = prepared;
  }

  /** Repeats the stored JSON of an earlier answer. */
  static fromJson(status: number, json: string): Answer<never> {
    return new Answer(status, undefined as never, json);
  }

  /** Sends JSON that is kept for everybody. */
  static ofPrepared(prepared: WebFile): Answer<never> {
    const none = undefined;
    return new Answer(200, none as never, none, none, none, none, prepared);
  }

  /** Sends a file; the call must declare a media type. */
  static ofBytes(status: number, bytes: Buffer): Answer<never> {
    return new Answer(status, undefined as never, undefined, bytes);
  }

  /** Sends a stream; the call must declare a media type. */
  static ofStream(status: number, stream: Readable): Answer<never> {
    return new Answer(status, undefined as never, undefined, undefined, stream);
  }

  /** Keeps the connection open and gives it to a function, which takes less memory and time than a stream. */
  static ofConnection(status: number, start: (connection: Writable) => void): Answer<never> {
    return new Answer(status, undefined as never, undefined, undefined, undefined, start);
  }
}
