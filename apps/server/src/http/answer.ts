/** An answer with a status of its own, or with JSON that was made before. */
export class Answer<Body> {
  /** Sent as it is, when set: the same bytes again under an idempotency key. */
  readonly json: string | undefined;

  constructor(
    readonly status: number,
    readonly body: Body,
    json?: string,
  ) {
    this.json = json;
  }

  /** Of JSON that was kept from an earlier answer of the same call. */
  static fromJson(status: number, json: string): Answer<never> {
    return new Answer(status, undefined as never, json);
  }
}
