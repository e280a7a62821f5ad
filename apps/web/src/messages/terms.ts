// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const afterChangeYourPasswordSecond = "After a change of your password, second factor or e-mail address, withdrawals wait 24 hours; after a freeze, up to 7 days. No hold lasts for ever.";
export const anIdentityCheckNeverStands = "An identity check never stands between you and a withdrawal.";
export const botsTradeWithMoneyThat = "Bots trade with the money that you give them. They can lose it, all of it included. Past results do not predict future ones.";
export const depositsAndWithdrawals = "Deposits and withdrawals";
export const fromProfitAboveWhatYou = "From profit above what you put in, the platform keeps 30 %, 20 % or 10 %. The share is fixed when you activate a bot. A loss is made up first, per bot.";
export const leaving = "Leaving";
export const moneyInYourBalanceNot = "Money in your balance is not invested, earns no interest, and is not insured.";
export const nameSupervisedByRegulatorLicence = ({ name, regulator, licence, countriesServed }: { name: Value; regulator: Value; licence: Value; countriesServed: Value }) =>
  `${name}, supervised by ${regulator}, licence ${licence}. It serves residents of ${countriesServed}.`;
export const onePersonOneAccountKeep = "One person, one account. Keep your password to yourself. We never ask for it.";
export const tellUsAtOnceWhen = "Tell us at once when someone else used your account. Each mail about security has a link that freezes it.";
export const terms = "Terms";
export const theNetworkFeeWithdrawalCovered = "The network fee of a withdrawal is covered. Never send money to receive a withdrawal.";
export const theRulesBetweenYouAnd = ({ termsVersion }: { termsVersion: Value }) =>
  `The rules between you and this platform, in plain English. Version ${termsVersion}. When they change, we ask you again.`;
export const thisInstallationDemoWithPaper = "This installation is a demo with paper money. No company offers it as a service, and nothing here is real money. A platform with real money names its operator, regulator and licence here.";
export const weMayCorrectMistakeWith = "We may correct a mistake with an adjustment. It is an entry in your statement with its reason, never hidden.";
export const weMayDeactivateAccountAnd = "We may deactivate an account, and we tell you the reason. Your bots are closed, and you can still sign in, download your statements and withdraw.";
export const weMayPauseBotTaking = "We may pause a bot. Taking money out of it always works.";
export const whatCanHappenToYour = "What can happen to your money";
export const whatWeMayDo = "What we may do";
export const whoRunsThis = "Who runs this";
export const youCanAskForYour = ({ link }: { link: Wrap }) =>
  join("You can ask for your money at any time. An administrator approves each withdrawal. No time is promised; the ", link("status page"), " shows how long it took.");
export const youCanDeleteYourAccount = ({ link }: { link: Wrap }) =>
  join("You can delete your account on your profile page when it holds no money and has no pending requests. The ", link("privacy notice"), " says what happens to each kind of data.");
export const youMustAtLeast18 = "You must be at least 18 years old, and give your own name, country and date of birth.";
export const youNeverOweMoreThan = "You never owe more than you put in.";
export const yourAccount = "Your account";
export const yourDepositAddressesGivenTo = "Your deposit addresses are given to no other investor. A late payment is still yours: we credit it when we see it.";
