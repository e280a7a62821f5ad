import { expect } from "vitest";
import { cleanPage, describePage, openPage, type Screen, type WatchedPage } from "./browser.ts";
import { adminAccount, PASSWORD, type TestClient } from "./test-app.ts";
import type { Browser } from "playwright-core";

/** The browser logs this line for every refused request and for every request that a test aborts. */
const FAILED_REQUEST_NOTICE = /Failed to load resource/;

interface SignedInPage extends WatchedPage {
  /** The same person's session outside the browser. */
  client: TestClient;
}

/** Opens the pages of one test, each in its own browser context, and gives them back after it. */
export interface Pages {
  /** A blank page that is not signed in. */
  openVisitor(screen?: Screen): Promise<WatchedPage>;
  /** A page at a path, signed in as an investor or administrator that the test has created. */
  openAs(client: TestClient, path: string, screen?: Screen): Promise<SignedInPage>;
  /** A page at a path, signed in as the first administrator or as `client`. */
  openAdmin(path: string, options?: Screen & { client?: TestClient | undefined }): Promise<WatchedPage>;
  /** Ends the use of a page before the end of the test. */
  close(watched: WatchedPage): Promise<void>;
  closeAll(): Promise<void>;
  /** Describes what the open pages show, for the summary of a test that failed. */
  describe(): Promise<string>;
}

export function createPages(pool: PagePool): Pages {
  const opened: WatchedPage[] = [];

  async function openVisitor(screen: Screen = {}): Promise<WatchedPage> {
    const watched = await pool.take(screen);
    opened.push(watched);
    return watched;
  }

  async function giveBack(watched: readonly WatchedPage[]): Promise<void> {
    const complaints = watched.flatMap((each) => unexpectedComplaints(each));
    for (const each of watched) opened.splice(opened.indexOf(each), 1);
    await Promise.all(watched.map((each) => pool.giveBack(each)));
    expect(complaints).toEqual([]);
  }

  async function openSignedIn(account: typeof adminAccount, path: string, screen: Screen): Promise<WatchedPage> {
    const watched = await openVisitor(screen);
    const answer = await watched.context.request.post("/api/auth/signin", { data: account });
    expect(answer.status()).toBe(200);
    await watched.page.goto(path);
    return watched;
  }

  return {
    openVisitor,
    async openAs(client, path, screen = {}) {
      return { ...(await openSignedIn({ email: client.email, password: PASSWORD }, path, screen)), client };
    },
    openAdmin: (path, { client, ...screen } = {}) =>
      openSignedIn(client === undefined ? adminAccount : { email: client.email, password: PASSWORD }, path, screen),
    close: ({ page }) => giveBack(opened.filter((each) => each.page === page)),
    closeAll: () => giveBack([...opened]),
    describe: async () => (await Promise.all(opened.map((each) => describePage(each)))).join("\n"),
  };
}

function unexpectedComplaints({ complaints }: WatchedPage): string[] {
  return complaints.filter((complaint) => !FAILED_REQUEST_NOTICE.test(complaint));
}

/**
 * Lends the tests of a file their pages, each in its own browser context. A page that is given back is cleaned and lent
 * again: loading the app in a new context takes the browser more than twice as long, because it compiles every script.
 */
export interface PagePool {
  take(screen: Screen): Promise<WatchedPage>;
  giveBack(watched: WatchedPage): Promise<void>;
  close(): Promise<void>;
}

export function createPagePool(browser: Browser, origin: string): PagePool {
  const idle = new Map<string, WatchedPage[]>();
  const screens = new WeakMap<WatchedPage, Screen>();
  const marked = new WeakSet<WatchedPage>();

  const idleWith = (screen: Screen): WatchedPage[] => {
    const key = JSON.stringify(screen);
    const known = idle.get(key) ?? [];
    idle.set(key, known);
    return known;
  };

  return {
    async take(screen) {
      const known = idleWith(screen).pop();
      if (known !== undefined) return known;
      const watched = await openPage(browser, origin, screen);
      screens.set(watched, screen);
      // A clock that was moved forward stays ahead of the server's.
      if (screen.javaScript === false || screen.hasClock) marked.add(watched);
      onLastingChange(watched, () => marked.add(watched));
      return watched;
    },
    async giveBack(watched) {
      const screen = screens.get(watched);
      const isUsable = screen !== undefined && !marked.has(watched) && !watched.page.isClosed();
      if (!isUsable || !(await cleanPage(watched, screen))) return watched.context.close();
      idleWith(screen).push(watched);
    },
    async close() {
      await Promise.all([...idle.values()].flat().map(({ context }) => context.close()));
    },
  };
}

/** Calls back before the page gets a script or a clock that stays with it when it loads another document. */
function onLastingChange({ page }: WatchedPage, callBack: () => void): void {
  const addScript = page.addInitScript.bind(page);
  const installClock = page.clock.install.bind(page.clock);
  page.addInitScript = (...given) => {
    callBack();
    return addScript(...given);
  };
  page.clock.install = (...given) => {
    callBack();
    return installClock(...given);
  };
}
