/** True where the last step led along the history of the browser, back or forward, and not to a new address. */
let isAlong = false;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => (isAlong = true), true);
  window.addEventListener("pushState", () => (isAlong = false), true);
}

export const wasStepAlongHistory = (): boolean => isAlong;
