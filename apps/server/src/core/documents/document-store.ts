/** Keeps encrypted files under ids of our own making: lower-case letters, digits and dashes. */
export interface DocumentStore {
  /** Either the whole file is kept, in place of one of that id, or the call fails and nothing has changed. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Also where there is none. */
  delete(id: string): Promise<void>;
}

const idPattern = /^[a-z\d-]{1,80}$/;

/** An id becomes a file's name: whatever else could be in it is a fault of the program. */
export function assertDocumentId(id: string): void {
  if (!idPattern.test(id)) throw new Error("This is not the id of a document");
}
