/** True if the last navigation went back or forward in the browser's history. */
let isGoingAlongHistory = false;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => (isGoingAlongHistory = true), true);
  window.addEventListener("pushState", () => (isGoingAlongHistory = false), true);
}

export const isHistoryNavigation = (): boolean => isGoingAlongHistory;
