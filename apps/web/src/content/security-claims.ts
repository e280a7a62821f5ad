/** The claims of the security page. tests/harness/public-claims.test.ts names the tests behind each one. */
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
      { id: "argon2id", text: "Passwords are stored as argon2id hashes. Nobody here can read yours." },
      {
        id: "throttle",
        text: "After ten wrong passwords in 15 minutes, an account is locked for unknown browsers for a while. You can still sign in with a browser you have used before.",
      },
      {
        id: "session-life",
        text: "A session ends after 12 hours without use, after 7 days at the latest, and immediately when you sign out.",
      },
      {
        id: "session-cookie",
        text: "Scripts cannot read the cookie that proves your session, and the server stores only a fingerprint of it.",
      },
      {
        id: "second-factor",
        text: "You can add a second step: an authenticator app or a passkey. Signing in and withdrawing then need it too.",
      },
      {
        id: "same-origin",
        text: "If another website sends a request in your name to change something, it is refused.",
      },
    ],
  },
  {
    title: "Your documents and your data",
    claims: [
      {
        id: "documents-sealed",
        text: "Images of identity documents are encrypted with AES-256-GCM before they are stored, each one separately.",
      },
      {
        id: "metadata",
        text: "Data that a camera adds to a picture, such as the place where it was taken, is removed before the picture is stored.",
      },
      {
        id: "documents-seen",
        text: "Your documents are shown to you and to administrators. Each view by an administrator is recorded.",
      },
      {
        id: "erasure",
        text: "When your account is deleted, your personal data is erased. The ledger keeps amounts without your name.",
      },
      { id: "download", text: "You can download all your data yourself, from your profile." },
      { id: "logs", text: "The logs of this platform contain no passwords, no cookies and nothing that you typed." },
    ],
  },
  {
    title: "Your money",
    claims: [
      {
        id: "watch-only",
        text: "Deposit addresses are created from public keys only. No private key that could spend your deposits is on this server.",
      },
      {
        id: "append-only",
        text: "Every movement is an entry in a double-entry ledger. The application itself is not allowed to change or delete an entry.",
      },
      {
        id: "reconciled",
        text: "Every balance is compared with its entries, to the cent. The status page shows when this was last done, and the result.",
      },
      { id: "spent-once", text: "The same balance cannot be spent twice, no matter how many requests arrive at once." },
      {
        id: "withdrawals-wait",
        text: "After a change of your password, second factor or email, withdrawals wait for 24 hours before they are paid out. You see the reason and the end.",
      },
      { id: "cancel", text: "You can cancel a withdrawal until it is paid. The money returns to your balance." },
      {
        id: "two-administrators",
        text: "No administrator can grant more than a limited amount alone. Above it, another one must approve exactly that change.",
      },
      {
        id: "nothing-hidden",
        text: "A withdrawal that an administrator removes from the list stays visible to the other administrators, with who removed it.",
      },
      {
        id: "coverage",
        text: "The status page shows what the platform holds, what it owes to investors, and what administrators adjusted this month.",
      },
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
        text: "These pages load nothing from other sites: no trackers, no advertising, no third-party fonts or scripts.",
      },
      { id: "policy", text: "A strict policy tells the browser to run only code from this site." },
    ],
  },
];

/** Protections that visitors may expect and that are missing. */
export const missingProtections: readonly { text: string; isPlanned: boolean }[] = [
  { text: "An audit by an outside firm. None has audited this platform.", isPlanned: false },
  { text: "Insurance for the money held here. There is none.", isPlanned: false },
];
