/** A message of a catalogue: its code, the types of its arguments by name, and the helpers of message-parts.ts that it needs. */
export interface CompiledMessage {
  key: string;
  code: string;
  types: Map<string, string>;
  helpers: Set<string>;
}

export const LANGUAGE: string;
export const CATALOGUES: string;
export function readCatalogue(part: string, page: string, language?: string): Record<string, string>;
export function listLanguages(): string[];
export function compileMessages(catalogue: Record<string, string>, page: string): CompiledMessage[];
export function toModule(messages: CompiledMessage[]): string;
export function compileCatalogue(catalogue: Record<string, string>, page: string): string;
export function compileCatalogues(): Map<string, string>;
export function writeMessageModules(): string[];
