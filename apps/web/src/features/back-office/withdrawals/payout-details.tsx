import type { AdminWithdrawal } from "@wazi/contracts";

const typeWords = { crypto: "Crypto", bank: "Bank transfer", mpesa: "M-Pesa" } as const;

/** Where a withdrawal is to be paid to, by its type. */
export function PayoutDetails({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { withdrawalType, currency, network, destinationAddress, country, bankName, accountName, phoneNumber } =
    withdrawal;
  const lines = {
    crypto: [`${currency ?? ""} on ${network ?? ""}`, destinationAddress],
    bank: [`${bankName ?? ""}, ${country ?? ""}`, accountName, destinationAddress],
    mpesa: [country, phoneNumber],
  }[withdrawalType];
  return (
    <>
      <span className="block font-medium">{typeWords[withdrawalType]}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block break-all text-muted lg:max-w-60">
          {line}
        </span>
      ))}
    </>
  );
}
