// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const approved = "Approved";
export const deactivated = "Deactivated";
export const deletedUser = "Deleted user";
export const kycState = ({ state }: { state: Value }) =>
  `KYC ${state}`;
export const kycStatusUnavailable = "KYC status unavailable";
export const notSubmitted = "Not submitted";
export const pending = "Pending";
export const rejected = "Rejected";
