// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const addMoneyToYourBalance = "Add money to your balance";
export const adjustmentsInRunningProfits = "Adjustments in running profits";
export const balance = "Balance";
export const deposit = "Deposit";
export const everyMovementYourMoneyMonth = "Every movement of your money, month by month";
export const inAll = "In all";
export const inBotsAfterClosingCosts = "In bots, after closing costs and Wazi's share";
export const money = "Money";
export const onHoldForAWithdrawal = "On hold for a withdrawal";
export const sendMoneyFromYourBalance = "Send money from your balance to yourself";
export const statement = "Statement";
export const whereItIs = "Where it is";
export const whereYourMoneyAndHow = "Where your money is, and how to add or withdraw it.";
export const withdraw = "Withdraw";
