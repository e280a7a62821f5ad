// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const connectionLostTheseCountsFrom = ({ time }: { time: Value }) =>
  `Connection lost. These counts are from ${time}`;
export const couldNotLoadTheseCounts = "Could not load these counts";
export const excludesAdministrators = "Excludes administrators";
export const loading = "Loading";
export const noData = "No data";
export const noPendingRequests = "No pending requests";
export const oldest = ({ oldestAt }: { oldestAt: ReactNode }) =>
  join("Oldest ", oldestAt);
export const overview = "Overview";
export const pendingAdjustments = "Pending adjustments";
export const pendingDeposits = "Pending deposits";
export const pendingVerifications = "Pending verifications";
export const pendingWithdrawals = "Pending withdrawals";
export const totalUsers = "Total users";
