/** What the security page says is so. Each claim is held by a test, named in tests/harness/public-claims.test.ts. */
interface Claim {
  id: string;
  text: string;
}

interface ClaimGroup {
  title: string;
  claims: readonly Claim[];
}

export const claimGroups: readonly ClaimGroup[] = [
  {
    title: "Your password and your session",
    claims: [
      { id: "argon2id", text: "Passwords are kept as argon2id hashes: nobody here can read yours." },
      {
        id: "throttle",
        text: "After ten wrong passwords in 15 minutes an account is closed to strangers for a while. A browser that you have signed in with before still lets you in.",
      },
      {
        id: "session-life",
        text: "A session ends after 12 hours without use, after 7 days in any case, and at once when you sign out.",
      },
      {
        id: "session-cookie",
        text: "The cookie that proves your session can't be read by scripts, and the server keeps only a fingerprint of it.",
      },
      { id: "same-origin", text: "A request that another website makes in your name to change something is refused." },
    ],
  },
  {
    title: "Your documents and your data",
    claims: [
      {
        id: "documents-sealed",
        text: "Pictures of identity documents are encrypted with AES-256-GCM before they are stored, each for itself.",
      },
      {
        id: "metadata",
        text: "What a camera writes into a picture, such as the place where it was taken, is removed before it is kept.",
      },
      {
        id: "documents-seen",
        text: "Your documents are shown to you and to administrators. When an administrator looks at them, that is written down.",
      },
      {
        id: "erasure",
        text: "When your account is deleted, your personal data is erased. The ledger keeps amounts without your name.",
      },
      { id: "download", text: "You can download all your data by yourself, from your profile." },
      { id: "logs", text: "The log of this platform holds no password, no cookie and nothing that you typed." },
    ],
  },
  {
    title: "Your money",
    claims: [
      {
        id: "watch-only",
        text: "Deposit addresses are made from public keys alone. No private key that could spend what arrives there is on this server.",
      },
      {
        id: "append-only",
        text: "Every movement is an entry in a double-entry ledger. The program itself may not change or delete an entry.",
      },
      {
        id: "reconciled",
        text: "Every balance is compared with its entries, to the cent. The status page says when that was done last, and what came of it.",
      },
      { id: "spent-once", text: "The same balance can't be spent twice, however many requests arrive at once." },
      {
        id: "no-fee",
        text: "You are never asked to send money in order to withdraw. Anyone who asks you to is committing fraud.",
      },
    ],
  },
  {
    title: "Your browser",
    claims: [
      {
        id: "no-third-party",
        text: "These pages load nothing from anywhere else: no trackers, no advertising, no fonts or scripts of others.",
      },
      { id: "policy", text: "A strict policy tells the browser to run no code that is not from here." },
    ],
  },
];

/** What people look for, and what is not there. */
export const missingProtections: readonly { text: string; isPlanned: boolean }[] = [
  { text: "A second factor at sign-in: codes from an app, and passkeys.", isPlanned: true },
  { text: "An audit by an outside firm. None has looked at this platform.", isPlanned: false },
  { text: "Insurance of what is held here. There is none.", isPlanned: false },
];
