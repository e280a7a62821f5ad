/**
 * Where a row of tabs or links is wider than its screen it scrolls sideways: brings the chosen one into sight, also where
 * an address chose it. The row has to be positioned, since its children's places are measured against it.
 * @param selector of the chosen child
 */
export function scrollToSelected(row: HTMLElement | null, selector: string): void {
  const chosen = row?.querySelector<HTMLElement>(selector);
  if (!row || !chosen) return;
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}
