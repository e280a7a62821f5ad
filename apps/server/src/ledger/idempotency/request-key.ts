/** The Idempotency-Key of a call. Keys belong to one user and one call. */
export interface RequestKey {
  userId: string;
  /** Method and path of the contract. */
  call: string;
  key: string;
  /** SHA-256 of the request's payload, in hexadecimal. */
  payloadHash: string;
}

/** Another process has answered the call with this key meanwhile. This call has written nothing. */
export class AnsweredElsewhereError extends Error {
  constructor() {
    super("Another process has answered this request");
    this.name = "AnsweredElsewhereError";
  }
}
