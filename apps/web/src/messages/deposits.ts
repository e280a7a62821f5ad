// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const accountNumber = "Account number";
export const activeDeposit = "Active deposit";
export const afterThe15Minutes = "After the 15 minutes";
export const amountUsDollars = "Amount (US dollars)";
export const amountUsdEquivalent = "Amount (USD equivalent)";
export const anotherToken = "Another token";
export const atRatePerCurrency = ({ rate, currency }: { rate: Value; currency: Value }) =>
  `, at $${rate} per ${currency}`;
export const atRatePerCurrency2 = ({ amount, rate, currency }: { amount: ReactNode; rate: Value; currency: Value }) =>
  join(amount, ", at $", rate, " per ", currency);
export const cancelAndStartAgain = "Cancel and start again";
export const cancelDeposit = "Cancel deposit";
export const cancelOnlyIfYouHave = "Cancel only if you have not sent any money. Money that arrives at this address later is still yours and can still be credited.";
export const cancelThisDeposit = "Cancel this deposit?";
export const cancelling = "Cancelling...";
export const checkYourDeposit = "Check your deposit";
export const chooseCryptocurrencyAndSendIt = "Choose a cryptocurrency and send it to your own deposit address.";
export const closed = "Closed";
export const completed = "Completed";
export const copyAccountNumber = "Copy account number";
export const copyAddress = "Copy address";
export const copyAmount = "Copy amount";
export const copyPaybillNumber = "Copy paybill number";
export const createDeposit = "Create Deposit";
export const creatingDeposit = "Creating Deposit...";
export const credited = "Credited";
export const creditedRate = ({ creditedAmount, rate }: { creditedAmount: ReactNode; rate: Value }) =>
  join(creditedAmount, " credited", rate, " ·");
export const creditedToYourBalance = "Credited to your balance";
export const cryptocurrency = "Cryptocurrency";
export const currencyOnNetwork = ({ currency, network }: { currency: Value; network: Value }) =>
  `${currency} on ${network}`;
export const deposit = "Deposit";
export const depositCancelled = "Deposit Cancelled";
export const depositRequestCreated = "Deposit Request Created";
export const enterYourMPesaPin = "Enter your M-Pesa PIN on your phone.";
export const enterYourMPesaPinOn = "Enter your M-Pesa PIN on your phone";
export const error = "Error";
export const failed = "Failed";
export const failedToCancelDeposit = "Failed to cancel deposit";
export const failedToCreateDepositRequest = "Failed to create deposit request";
export const forLabel = ({ amount }: { amount: ReactNode }) =>
  join("for ", amount);
export const from = "From";
export const from100ToMaxamount = ({ maxAmount }: { maxAmount: Value }) =>
  `From $100 to $${maxAmount}`;
export const fromYourWalletOrExchange = "From your wallet or an exchange.";
export const gettingTheRate = "Getting the rate...";
export const goodToKnow = "Good to know";
export const ifYouHaveSentMoney = "If you have sent the money, it is still yours. We credit it when it arrives, because this address is yours permanently. If you have not sent it, start a new deposit at today's rate.";
export const inYourCurrency = "In your currency";
export const keepIt = "Keep it";
export const lessThanRequestedSoFar = "less than requested so far";
export const mPesa = "M-Pesa";
export const mPesaNumber = "M-Pesa number";
export const mPesaReportedYourPayment = "M-Pesa reported your payment.";
export const moreThanRequested = "more than requested";
export const network = "Network";
export const neverTellItToAnyone = "Never tell it to anyone. We never ask for it.";
export const newDeposit = "New deposit";
export const noDepositsYetFirstDeposit = "No deposits yet. A first deposit of $100 or more opens your package.";
export const noMoneyCreditedMoneyThat = "No money was credited. Money that still arrives is yours and can be credited.";
export const none = "None";
export const onTime = "On time";
export const orPayToPaybill = "Or pay to paybill";
export const payCryptoamountByMPesa = ({ cryptoAmount }: { cryptoAmount: Value }) =>
  `Pay ${cryptoAmount} by M-Pesa`;
export const paymentSeen = "Payment seen";
export const paymentsToThisAddress = "Payments to this address";
export const pending = "Pending";
export const progress = "Progress";
export const progressOfTheDeposit = "Progress of the deposit";
export const progressOfThisDeposit = "Progress of this deposit";
export const qrCodeOfTheAddress = "QR code of the address";
export const rate = "Rate";
export const ratePer1SourceRateat = ({ rate, source, rateAt }: { rate: Value; source: Value; rateAt: Value }) =>
  `${rate} per $1 (${source}, ${rateAt})`;
export const receivedAmountAddedToYourBalance = ({ receivedAmount }: { receivedAmount: Value }) =>
  `$${receivedAmount} was added to your balance.`;
export const receivedRequested = ({ amount }: { amount: ReactNode }) =>
  join("received; requested ", amount);
export const recentDeposits = "Recent deposits";
export const requested = "Requested";
export const reviewDeposit = "Review deposit";
export const sendCryptoamountCurrency = ({ cryptoAmount, currency }: { cryptoAmount: Value; currency: Value }) =>
  `Send ${cryptoAmount} ${currency}`;
export const sendExactly = "Send exactly";
export const sendOnlyCurrencyOnNetwork = ({ currency, network }: { currency: Value; network: Value }) =>
  `Send only ${currency} on ${network}. Any other coin or network sent to this address may be lost.`;
export const sendPromptToMyPhone = "Send prompt to my phone";
export const sendYourCryptoToWallet = "Send your crypto to the wallet address below";
export const sending = "Sending...";
export const showAmountInShillings = "Show amount in shillings";
export const showLess = "Show Less";
export const showMore = "Show More";
export const startingAgain = "Starting again...";
export const testNetworkDoNotSend = "Test network: do not send real money";
export const the15MinutesHavePassed = "The 15 minutes have passed.";
export const the15MinutesHavePassed2 = "The 15 minutes have passed";
export const theAccountNumberYoursPermanently = "The account number is yours permanently. We credit what arrives under it, once.";
export const theAmountRequested = "the amount requested";
export const theMinimumDeposit100Maximum = "The minimum deposit is $100, the maximum $9,999,999,999.99.";
export const thePromptWasNotPaid = "The prompt was not paid.";
export const theRateHeldFor15 = "The rate is held for 15 minutes. After that, your deposit stays pending and your money is still yours.";
export const theRateHeldUntilExpiresat = ({ expiresAt }: { expiresAt: Value }) =>
  `The rate is held until ${expiresAt}.`;
export const thisAddressBelongsToTest = "This address belongs to a test network. Real coins sent to it cannot be recovered.";
export const thisDepositIsStillPending = "This deposit is still pending";
export const thisRateIsHeldFor = "This rate is held for";
export const toThisNetworkAddress = ({ network }: { network: Value }) =>
  `To this ${network} address`;
export const wayToPay = "Way to pay";
export const wazisFee = "Wazi's fee";
export const weCreditAmountReceivedOnce = "We credit the amount received, once it is confirmed.";
export const weCreditYourBalance = "We credit your balance";
export const weDoNotKnowYet = "We do not know yet if the prompt was sent. If you see it, you can answer it.";
export const weHoldRateFor15 = "We hold the rate for 15 minutes.";
export const weSendPromptToYour = "We send a prompt to your phone";
export const weSendingPromptToYour = "We are sending a prompt to your phone.";
export const whatHappensNext = "What happens next";
export const whenMPesaReportsYour = "When M-Pesa reports your payment.";
export const whenMPesaReportsYourPayment = ({ timing }: { timing: Value }) =>
  `When M-Pesa reports your payment. ${timing}`;
export const whenNetworkHasConfirmedIt = ({ timing }: { timing: Value }) =>
  `When the network has confirmed it. ${timing}`;
export const whenTheNetworkHasConfirmedIt = "When the network has confirmed it.";
export const yesCancelIt = "Yes, cancel it";
export const youCanHaveOnePending = "You can have one pending deposit at a time. Pay this one, or cancel it to request another.";
export const youDeposit = "You deposit";
export const youEnterYourMPesa = "You enter your M-Pesa PIN";
export const youGetYourOwnAddress = "You get your own address";
export const youPay = "You pay";
export const youSend = "You send";
export const youSendCurrencyOnNetwork = ({ currency, network }: { currency: Value; network: Value }) =>
  `You send ${currency} on ${network}`;
export const yourAddressNeverGivenTo = "Your address is never given to anyone else.";
export const yourDeposits = "your deposits";
export const yourTotalDepositsDecideYour = "Your total deposits decide your package: $100, $500 or $1,000.";
