/** Each kind of personal data: what it is for, and what a deletion of the account does to it. */
interface PersonalData {
  kind: string;
  purpose: string;
  onDeletion: string;
}

/** features/back-office/erasure.test.ts on the server looks for what must be gone in every column of every table. */
export const personalData: readonly PersonalData[] = [
  {
    kind: "Name, e-mail, phone, country, date of birth, preferences",
    purpose: "To know whose account it is, to reach you, and to check your age.",
    onDeletion: "Erased at once.",
  },
  {
    kind: "Password",
    purpose: "To let only you in. We store a hash and cannot read it.",
    onDeletion: "Erased at once.",
  },
  {
    kind: "Identity documents",
    purpose: "To check who you are, where the operator must. Encrypted; each view by an administrator is recorded.",
    onDeletion: "Images, document number and review notes are erased at once.",
  },
  {
    kind: "Names, accounts, phone numbers and notes of payouts",
    purpose: "To pay you.",
    onDeletion: "Erased at once. Amount, time, kind, status, and the public hash of a blockchain payment stay.",
  },
  {
    kind: "Deposits, positions and ledger entries",
    purpose: "To know what is yours, to the cent.",
    onDeletion:
      "Kept without your name for as long as the platform has books: the balances of everyone must add up. Typed reasons in them are erased.",
  },
  {
    kind: "Sign-ins, sessions, network addresses and browsers",
    purpose: "To show you where you are signed in, and to find misuse.",
    onDeletion: "Erased at once. The audit log keeps what was done and when, without your name and address.",
  },
  {
    kind: "Mails that we sent you",
    purpose: "To deliver them, and to try again. What they said is removed once they are sent; the rest after 30 days.",
    onDeletion: "Erased at once. Copies in your own mailbox are yours.",
  },
  {
    kind: "Your consents, with version and time",
    purpose: "To prove what was agreed.",
    onDeletion: "Kept without your name, because they prove that rules were followed.",
  },
];
