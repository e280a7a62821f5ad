// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const atEndMonth = "At the end of the month";
export const balance = ({ balance }: { balance: ReactNode }) =>
  join("Balance ", balance);
export const balanceAtTheEnd = "Balance at the end";
export const balanceAtTheStart = "Balance at the start";
export const balanceNow = "Balance now";
export const changeThisMonth = "Change this month";
export const csv = "CSV";
export const depositFunds = "Deposit Funds";
export const downloadMonthAsCsv = ({ month }: { month: Value }) =>
  `Download ${month} as CSV`;
export const downloadMonthAsPdf = ({ month }: { month: Value }) =>
  `Download ${month} as PDF`;
export const everyMovementYourMoneyEntry = "Every movement of your money, entry by entry, with the balance after each one.";
export const grantedProfit = "Granted profit";
export const grantedProfitNotYetTransferred = "Granted profit, not yet transferred";
export const inBots = "In bots";
export const leftOutMoreMovementsThisMonth = ({ leftOut }: { leftOut: Value }) =>
  `${leftOut} more movements this month are not listed. The closing figures include them.`;
export const linesMovements = ({ lines }: { lines: Value }) =>
  `${lines} movements`;
export const makeADeposit = "Make a deposit";
export const month = "Month";
export const movements = "Movements";
export const n1Movement = "1 movement";
export const noChange = "no change";
export const noMovements = "(no movements)";
export const noMovementsInMonth = ({ month }: { month: Value }) =>
  `No movements in ${month}.`;
export const noMovementsYetYourFirst = "No movements yet. Your first deposit will be the first entry here.";
export const onFrom = ({ from }: { from: Value }) =>
  `On ${from}`;
export const onHold = "On hold";
export const onHoldForAWithdrawal = "On hold for a withdrawal";
export const paperMoney = "Paper money";
export const pdf = "PDF";
export const profitFunds = "Profit Funds";
export const showMore = "Show More";
export const soFarThisMonth = "So far this month";
export const statement = "Statement";
export const thisStatement = "this statement";
export const yourMoneyInBots = "Your money in bots";
export const yourStatements = "your statements";
