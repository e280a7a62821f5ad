import { notificationEvents } from "@wazi/contracts";
import { expect, it } from "vitest";
import { writePush } from "./push-text.ts";

it.each(notificationEvents)(
  "the words of a push message name no amount, bot or person, and lead to a page of ours: %s",
  { tags: ["push-text"] },
  (event) => {
    const text = JSON.parse(writePush(event) ?? "null") as { title: string; body: string; path: string };
    expect(`${text.title} ${text.body}`).not.toMatch(/[\d$%€£{}]/);
    expect(text.title.length).toBeLessThan(40);
    // As the service worker reads it.
    expect(text.path).toMatch(/^\/[a-z-]+$/);
  },
);

it("does not write an event that it does not know", () => {
  expect(writePush("of-tomorrow")).toBeUndefined();
  expect(writePush("toString")).toBeUndefined();
});
