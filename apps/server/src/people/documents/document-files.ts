/** Stores encrypted files under ids that Wazi generates: lower-case letters, digits and dashes. */
export interface DocumentStore {
  /** Atomic: stores the whole file, replacing one with the same id, or fails and changes nothing. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined when there is no such file. */
  get(id: string): Promise<Buffer | undefined>;
  /** Succeeds also when there is no such file. */
  delete(id: string): Promise<void>;
}

const idPattern = /^[a-z\d-]{1,80}$/;

/** Guards file names, because an id becomes one. Any other character in it is a programming error. */
export function assertDocumentId(id: string): void {
  if (!idPattern.test(id)) throw new Error("Invalid document id");
}
