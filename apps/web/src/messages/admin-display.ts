// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const copyTerm = ({ term }: { term: Value }) =>
  `Copy ${term}`;
export const daysDays = ({ days }: { days: Value }) =>
  `${days} days`;
export const floorMin = ({ floor }: { floor: Value }) =>
  `${floor} min`;
export const floorMonths = ({ floor }: { floor: Value }) =>
  `${floor} months`;
export const floorYears = ({ floor }: { floor: Value }) =>
  `${floor} years`;
export const justNow = "just now";
export const msAgo = ({ ms }: { ms: Value }) =>
  `${ms} ago`;
export const overdue = ", overdue";
export const under1Min = "under 1 min";
