// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aCryptoWithdrawalMustAlso = "A crypto withdrawal must also cover the network's fee. The form shows the minimum of each network.";
export const aWholeBalanceBelow10 = ({ least }: { least: Value }) =>
  `A whole balance below $10 must be at least $${least} on this network`;
export const account = "Account";
export const accountHolder = "Account holder";
export const accountName = "Account name";
export const accountNumber = "Account number";
export const addressBook = "Address book";
export const afterChangeYourPasswordSecond = "After a change of your password, second factor or email, payouts wait for 24 hours.";
export const amountIsOnItsWay = ({ amount }: { amount: Value }) =>
  `$${amount} is on its way`;
export const amountLeavesYourBalanceYou = ({ amount }: { amount: Value }) =>
  `$${amount} leaves your balance. You can cancel until it is paid.`;
export const amountReturnedToYourBalance = ({ amount }: { amount: Value }) =>
  `${amount} returned to your balance.`;
export const amountReturnedToYourBalance2 = ({ amount }: { amount: Value }) =>
  `$${amount} returned to your balance.`;
export const amountUsd = "Amount (USD)";
export const anotherBank = "Another bank";
export const atLeastLeastOnThis = ({ least }: { least: Value }) =>
  `At least $${least} on this network`;
export const availableBalance = ({ balance }: { balance: ReactNode }) =>
  join("Available balance ", balance);
export const balanceAfterwards = "Balance afterwards";
export const bank = "Bank";
export const bankName = "Bank name";
export const bankNameCountryAccountDestinationaddressAccountname = ({ bankName, country, destinationAddress, accountName }: { bankName: Value; country: Value; destinationAddress: Value; accountName: Value }) =>
  `${bankName}, ${country}, account ${destinationAddress}, ${accountName}`;
export const beingChecked = "Being checked";
export const beingPaid = "Being paid";
export const cancelThisWithdrawal = "Cancel this withdrawal?";
export const cancelWithdrawal = "Cancel withdrawal";
export const cancelled = "Cancelled";
export const cancelledByYou = "Cancelled by you";
export const cancelling = "Cancelling...";
export const checkDestinationCarefullyPaymentTo = "Check the destination carefully. A payment to a wrong one cannot be reversed.";
export const checkItCarefullyPaymentTo = "Check it carefully. A payment to a wrong address cannot be reversed.";
export const checkYourWithdrawal = "Check your withdrawal";
export const checking = "Checking...";
export const chooseFromYourAddressBook = "Choose from your address book";
export const country = "Country";
export const coveredByPlatformYouReceive = "Covered by the platform. You receive the full amount.";
export const crypto = "Crypto";
export const cryptocurrency = "Cryptocurrency";
export const currencyOnNetworkToDestinationaddress = ({ currency, network, destinationAddress }: { currency: Value; network: Value; destinationAddress: Value }) =>
  `${currency} on ${network} to ${destinationAddress}`;
export const destinationWePayNetworkFee = ({ destination }: { destination: Value }) =>
  `${destination}. We pay the network fee.`;
export const details = "Details";
export const error = "Error";
export const failedToCancelTheWithdrawal = "Failed to cancel the withdrawal";
export const failedToCreateWithdrawalRequest = "Failed to create withdrawal request";
export const failedToRemoveTheDestination = "Failed to remove the destination";
export const failedToSaveTheDestination = "Failed to save the destination";
export const fee = "Fee";
export const feeChargedPaidByPlatform = ({ fee, charged }: { fee: Value; charged: Value }) =>
  `$${fee}${charged}, paid by the platform`;
export const from10ToMostOr = ({ most }: { most: Value }) =>
  `From $10 to $${most}, or your whole balance`;
export const goodToKnow = "Good to know";
export const inYourCurrency = "In your currency";
export const itCanNoLongerCancelled = "It can no longer be cancelled.";
export const itFullyFreeAgainAt = ({ fullAt }: { fullAt: Value }) =>
  `It is fully free again at ${fullAt}.`;
export const keepIt = "Keep it";
export const mPesaPhoneNumber = "M-Pesa phone number";
export const mPesaPhonenumberCountry = ({ phoneNumber, country }: { phoneNumber: Value; country: Value }) =>
  `M-Pesa ${phoneNumber}, ${country}`;
export const nameOfTheOtherBank = "Name of the other bank";
export const network = "Network";
export const networkFee = "Network fee";
export const neverSendMoneyToReceive = "Never send money to receive a withdrawal. Anyone who asks you to is committing fraud.";
export const newWithdrawal = "New withdrawal";
export const noSavedDestinationsYetFill = "No saved destinations yet. Fill in the form and choose “Save this destination”.";
export const noWithdrawalsYetYourRequests = "No withdrawals yet. Your requests and their progress will appear here.";
export const noneWaziPaysIt = "None. Wazi pays it.";
export const note = "Note";
export const paidByPlatformAmountNot = "paid by the platform; the amount is not known yet";
export const paidOutAfterEndsat = ({ endsAt }: { endsAt: Value }) =>
  `Paid out after ${endsAt}`;
export const paidOver = "Paid over";
export const paidToYou = "Paid to you";
export const paymentMethod = "Payment method";
export const pending = "Pending";
export const processed = "Processed";
export const processedProcessing = ({ processing }: { processing: Value }) =>
  `Processed ${processing}.`;
export const processedTiming = ({ timing }: { timing: Value }) =>
  `Processed ${timing}.`;
export const processing = "Processing";
export const progress = "Progress";
export const progressOfTheWithdrawal = "Progress of the withdrawal";
export const recentWithdrawals = "Recent withdrawals";
export const recentlyHoldThenItProcessed = ({ hold, timing }: { hold: Value; timing: Value }) =>
  `Recently ${hold}. Then it is processed ${timing}.`;
export const recentlyHoldToProtectYour = ({ hold }: { hold: Value }) =>
  `Recently ${hold}. To protect your money, withdrawals are not paid out before this time. You can request one now. Your money stays yours.`;
export const reference = "Reference";
export const rejected = "Rejected";
export const remove = "Remove";
export const removeDestination = ({ destination }: { destination: Value }) =>
  `Remove ${destination}`;
export const requestWithdrawal = "Request Withdrawal";
export const requestedAmountOnHold = "Requested, amount on hold";
export const requesting = "Requesting...";
export const returnsToYourBalanceAt = ({ amount }: { amount: ReactNode }) =>
  join(amount, " returns to your balance at once and is not paid out. You can request a new withdrawal afterwards.");
export const reviewWithdrawal = "Review withdrawal";
export const saveThisDestination = "Save this destination";
export const savedDestination = "Saved destination";
export const saving = "Saving...";
export const seeItsProgress = "See its progress";
export const seeItsProgressOrCancel = "See its progress or cancel it";
export const selectBank = "Select bank";
export const setAsideByPlatformFor = ({ setAside }: { setAside: Value }) =>
  `Set aside by the platform for this payout: ${setAside}`;
export const success = "Success";
export const suchAsLocalexample = ({ localExample }: { localExample: Value }) =>
  `Such as ${localExample}`;
export const theAccountCouldNotChecked = "The account could not be checked";
export const theAddressBookCouldNot = "The address book could not be loaded.";
export const theAmountPutOnHold = "The amount is put on hold";
export const theAmountPutOnHoldWhen = "The amount is put on hold when you request it. If the withdrawal is rejected, it returns to your balance at once.";
export const theDestinationIsRemoved = "The destination is removed.";
export const theDestinationSavedInYour = "The destination is saved in your address book.";
export const theMinimum10OrYour = "The minimum is $10, or your whole balance if that is less.";
export const theNetworkFeeCoveredYou = "The network fee is covered. You never pay to withdraw.";
export const theNextStepCouldNot = "The next step could not be loaded. No money was moved. Reload the page.";
export const thePlatformPaysFeeFrom = ({ gasFeeAddress }: { gasFeeAddress: ReactNode }) =>
  join("The platform pays the fee from its own wallet. The address is public so that anyone can check it. Do not send money to it: ", gasFeeAddress);
export const thePlatformPaysNetworkFee = "The platform pays the network fee. You never pay to withdraw.";
export const thisAccountNotInYour = "This account is not in your name. You can go on. An administrator will check who gets the money.";
export const to = "To";
export const toCryptoWalletBankAccount = "To a crypto wallet, a bank account or M-Pesa. You receive the full amount.";
export const trimAmountCurrencyAtTrimamount2Currency = ({ trimAmount, currency, trimAmount2, rateAt }: { trimAmount: Value; currency: Value; trimAmount2: Value; rateAt: Value }) =>
  `${trimAmount} ${currency}, at ${trimAmount2} ${currency} for $1 (${rateAt})`;
export const waitingUntilEndsat = ({ endsAt }: { endsAt: Value }) =>
  `Waiting until ${endsAt}`;
export const waitingUsableFromUsablefrom = ({ tag, usableFrom }: { tag: Wrap; usableFrom: Value }) =>
  join(tag("Waiting"), " Usable from ", usableFrom);
export const walletAddress = "Wallet address";
export const wasItNotYouChange = "Was it not you? Change your password and contact support.";
export const weCheckAndPayIt = "We check and pay it";
export const whatHappensNext = "What happens next";
export const withdraw = "Withdraw";
export const withdrawalCancelled = "Withdrawal Cancelled";
export const withdrawalCreated = "Withdrawal Created";
export const withdrawalsGoOnlyToDestinations = ({ waitHours }: { waitHours: Value }) =>
  `Withdrawals go only to destinations saved here. A new one can be used after ${waitHours} hours.`;
export const youCanHaveOneOpen = "You can have one open withdrawal at a time. You can cancel it until it is paid.";
export const youCanRequestUpTo = ({ left, limit, part }: { left: ReactNode; limit: Value; part: ReactNode }) =>
  join("You can request up to ", left, " now. The limit is $", limit, " in 24 hours.", part);
export const youReceive = "You receive";
export const youReceiveTheFullAmount = "You receive the full amount";
export const youReceived = "You received";
export const youWithdraw = "You withdraw";
export const yourAccountWasFrozen = "your account was frozen";
export const yourBalanceIsEmpty = "Your balance is empty";
export const yourEmailWasChanged = "your email was changed";
export const yourPasswordWasChanged = "your password was changed";
export const yourPasswordWasReset = "your password was reset";
export const yourSavedDestinations = "your saved destinations";
export const yourSecondFactorWasChanged = "your second factor was changed";
export const yourWithdrawals = "your withdrawals";
export const yourWithdrawalsCouldNotShown = "Your withdrawals could not be shown. Reload the page to try again.";
