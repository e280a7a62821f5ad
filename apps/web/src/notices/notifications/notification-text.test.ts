import { notificationEvents, type Notification } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describeNotification } from "./notification-text.ts";

const base: Notification = {
  id: "1",
  kind: "deposit",
  event: "deposit-credited",
  at: "2026-11-23T00:00:00.000Z",
  isRead: false,
  amount: "1000.00",
  botId: null,
  botName: "Gold Trader",
  reason: null,
};

it("has plain words for every event, without a minus sign or an empty part", () => {
  for (const event of notificationEvents) {
    const { title, text, href } = describeNotification({ ...base, event });
    expect(`${title} ${text}`).not.toMatch(/null|undefined|-\d/);
    expect(href).toMatch(/^\/[a-z]+/);
  }
});

it("says what an administrator did and why", () => {
  const { text } = describeNotification({ ...base, event: "adjusted", amount: "-25.00", reason: "Goodwill" });
  expect(text).toBe("An administrator took $25.00. Reason: Goodwill");
});
