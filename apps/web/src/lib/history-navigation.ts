/** True where the last step led along the history of the browser, back or forward, and not to a new address. */
let isGoingAlongHistory = false;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => (isGoingAlongHistory = true), true);
  window.addEventListener("pushState", () => (isGoingAlongHistory = false), true);
}

export const isHistoryNavigation = (): boolean => isGoingAlongHistory;
