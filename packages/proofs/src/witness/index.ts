export * from "./consistency.ts";
export * from "./sign-note.ts";
export * from "./witness.ts";
