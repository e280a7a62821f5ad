/**
 * Scrolls a row of tabs or links sideways so that the selected one is visible, also when the address selected it. The
 * row must be positioned, because offsets are measured against it.
 */
export function scrollToSelected(row: HTMLElement | null, selector: string): void {
  const chosen = row?.querySelector<HTMLElement>(selector);
  if (!row || !chosen) return;
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}
