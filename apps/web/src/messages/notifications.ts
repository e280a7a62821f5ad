// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const accountActiveAgain = "Account active again";
export const accountAdjusted = "Account adjusted";
export const accountDeactivated = "Account deactivated";
export const adjustmentsAndPositionsClosedBy = "Adjustments, closed positions, and your account deactivated or active again";
export const administrators = "Administrators";
export const amountIsInYourBalance = ({ amount }: { amount: Value }) =>
  `$${amount} is in your balance.`;
export const anAdministratorDollarsBecause = ({ state, dollars, because }: { state: string; dollars: Value; because: Value }) =>
  `An administrator ${(state === "yes" ? "took" : "added")} ${dollars}.${because}`;
export const app = "App";
export const approvedOrRejected = "Approved or rejected";
export const botNameEndedSeriesUnitsDollars = ({ botName, dollars }: { botName: Value; dollars: Value }) =>
  `${botName} ended a series of units. ${dollars} went to your balance.`;
export const botNameOpensNoNewTrades = ({ botName }: { botName: Value }) =>
  `${botName} opens no new trades. Your position stays, and you can leave at any time.`;
export const botNamePricesEnded = ({ botName }: { botName: Value }) =>
  `The recorded prices of ${botName} have ended, so it opens no trades. Your position stays, and you can leave at any time.`;
export const botNameTradesAgain = ({ botName }: { botName: Value }) =>
  `${botName} trades again.`;
export const botPaused = "Bot paused";
export const botResting = "Bot resting";
export const botResumed = "Bot resumed";
export const byMail = "by mail";
export const byPush = "by push";
export const checkingThisDevice = "Checking this device…";
export const chooseWhatIsShown = "Choose what is shown";
export const chooseYourFirstBot = "Choose your first bot";
export const closedByTheOperator = "Closed by the operator";
export const creditedOrRejected = "Credited or rejected";
export const depositCredited = "Deposit credited";
export const depositRejected = "Deposit rejected";
export const deposits = "Deposits";
export const dismiss = "Dismiss";
export const dollarsBackInYourBalance = ({ dollars, because }: { dollars: Value; because: Value }) =>
  `${dollars} is back in your balance.${because}`;
export const dollarsIsInYourBalance = ({ dollars }: { dollars: Value }) =>
  `${dollars} is in your balance.`;
export const dollarsIsOnItsWay = ({ dollars }: { dollars: Value }) =>
  `${dollars} is on its way.`;
export const dollarsWasPaidOut = ({ dollars }: { dollars: Value }) =>
  `${dollars} was paid out.`;
export const error = "Error";
export const exitSettled = "Exit settled";
export const failedToSaveYourChoice = "Failed to save your choice";
export const inTheApp = "in the app";
export const kind = "Kind";
export const kindsNotificationsAndHowYou = "Kinds of notifications, and how you get them";
export const mail = "Mail";
export const mailsAboutSecurityAlwaysSent = "Mails about security are always sent: sign-ins, passwords, and withdrawals that you request or cancel. You cannot switch them off. We send no price alerts and no tips.";
export const newLabel = "(new)";
export const newestFirst = "Newest first";
export const noNotificationsYetDepositsWithdrawals = "No notifications yet. Deposits, withdrawals and stops will appear here.";
export const notifications = "Notifications";
export const notificationsUnreadUnread = ({ unread }: { unread: Value }) =>
  `Notifications, ${unread} unread`;
export const off = "Off.";
export const onMessagesComeUntilYou = "On. Messages come until you turn them off here or sign out.";
export const pausedOrResumed = "Paused, resumed or resting";
export const pleaseSubmitYourDocumentsAgain = ({ because }: { because: Value }) =>
  `Please submit your documents again.${because}`;
export const push = "Push";
export const pushCouldNotChangedOn = "Push could not be changed on this device.";
export const pushMessagesShowNoAmounts = "Push messages show no amounts, because others may see your locked screen. They go through the push service of your browser's maker. It learns when a message is sent to this device, but cannot read it.";
export const pushOnThisDevice = "Push on this device";
export const reasonReason = ({ reason }: { reason: Value }) =>
  `Reason: ${reason}`;
export const sentPaidOrRejected = "Sent, paid or rejected";
export const stopLoss = "Stop-loss";
export const stopLossTakeProfitExits = "Stop-loss, take-profit, exits that have settled";
export const stopsAndExits = "Stops and exits";
export const success = "Success";
export const takeProfit = "Take-profit";
export const theOperatorClosedYourPosition = ({ botName, dollars }: { botName: Value; dollars: Value }) =>
  `The operator closed your position in ${botName}. ${dollars} went to your balance.`;
export const thisBrowserBlocksNotificationsWazi = "This browser blocks notifications of Wazi. Allow them in its settings, then reload this page.";
export const thisBrowserHasNoPush = "This browser has no push messages. On an iPhone, add Wazi to the home screen first.";
export const thisDeviceGetsPushMessages = "This device gets push messages now.";
export const turnOffPushHere = "Turn off push here";
export const turnOnPushHere = "Turn on push here";
export const unitsRedeemed = "Units redeemed";
export const verification = "Verification";
export const verificationApproved = "Verification approved";
export const verificationRejected = "Verification rejected";
export const whatHappenedToYourMoney = "What happened to your money, your bots and your account.";
export const withdrawalPaid = "Withdrawal paid";
export const withdrawalRejected = "Withdrawal rejected";
export const withdrawalSent = "Withdrawal sent";
export const withdrawals = "Withdrawals";
export const youCanStillSignInWithdraw = ({ because }: { because: Value }) =>
  `You can still sign in, read your statements and withdraw.${because}`;
export const yourAccountIsActiveAgain = "Your account is active again. Positions that were closed stay closed.";
export const yourBots = "Your bots";
export const yourChoices = "your choices";
export const yourDepositDollarsNotCredited = ({ dollars }: { dollars: Value }) =>
  `Your deposit of ${dollars} was not credited.`;
export const yourDepositIsCredited = "Your deposit is credited";
export const yourExitFromBotnameHas = ({ botName, dollars }: { botName: Value; dollars: Value }) =>
  `Your exit from ${botName} has settled. ${dollars} went to your balance.`;
export const yourIdentityIsVerified = "Your identity is verified.";
export const yourNotifications = "your notifications";
export const yourStopLossClosedBotname = ({ botName, dollars }: { botName: Value; dollars: Value }) =>
  `Your stop-loss closed ${botName}. ${dollars} went to your balance.`;
export const yourTakeProfitClosedBotname = ({ botName, dollars }: { botName: Value; dollars: Value }) =>
  `Your take-profit closed ${botName}. ${dollars} went to your balance.`;
