/**
 * Returns the filters of an export for the audit log. The log is never rewritten, even when a user is deleted. A search
 * text may be a name or an e-mail address, so the log keeps only that there was a search.
 */
export function toAuditedFilters(query: object): object {
  const { search, ...others } = query as { search?: unknown };
  return search === undefined ? others : { ...others, search: "(not kept)" };
}
