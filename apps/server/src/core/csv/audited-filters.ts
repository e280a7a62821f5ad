/**
 * The filters of an export as the audit log keeps them. It is never rewritten, also not when somebody is deleted, so it
 * has not what was searched for, which may be their name or e-mail address; only that something was.
 */
export function toAuditedFilters(query: object): object {
  const { search, ...others } = query as { search?: unknown };
  return search === undefined ? others : { ...others, search: "(not kept)" };
}
