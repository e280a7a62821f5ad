export * from "./bytes.ts";
export * from "./liabilities.ts";
export * from "./log-files.ts";
export * from "./merkle.ts";
export * from "./note.ts";
export * from "./record.ts";
