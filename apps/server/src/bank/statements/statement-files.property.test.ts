import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damagedFile } from "../../../../../tests/harness/damaged-file.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { readStatementFile } from "./import-statement.ts";

const RUNS = 1_500;
const LONG = 10_000;
/** Parts of these formats. */
const forms = ["<Ntry>", "</Ntry>", "<Stmt>", "\n:61:", "\n:62F:", "\n:86:", "\n-}", "{1:F01}"];

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>7</Id>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>
<Ntry><Amt Ccy="KES">1293.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt><AcctSvcrRef>FT1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>0a1b</EndToEndId></Refs><RltdPties><Cdtr><Nm>Otieno &amp; Sons</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
const MT940 = `:20:STARTUMS
:25:KE1234/0098765
:28C:00011/001
:60F:C261101KES10000,00
:61:2611021102D6462,50NTRFFT26327ABC//BANK0001
:86:PAYOUT 0a1b2c3d
:62F:C261231KES3537,50
`;
const MPESA = `Organization Name: Wazi
Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
SGL1,23-11-2026 08:00:12,23-11-2026 08:00:00,Payment,Completed,,"-1,293.00","98,707.00",Payment,254708374149 - AMINA,,
`;
const CSV = `date,amount,currency,id,text,name,balance
2026-11-23,-20.00,KES,1,"Rent, paid",Amina,80.00
2026-11-24,5.00,KES,2,Coffee,Otieno,85.00
`;
const columns = {
  date: "date",
  amount: "amount",
  currency: "currency",
  id: "id",
  text: ["text"],
  name: "name",
  balance: "balance",
};
const files = [
  { format: "camt053", file: CAMT, columns: undefined },
  { format: "mt940", file: MT940, columns: undefined },
  { format: "mpesa", file: MPESA, columns: undefined },
  { format: "csv", file: CSV, columns },
] as const;
type Format = (typeof files)[number];

function read({ format, columns: mapping }: Pick<Format, "format" | "columns">, file: string) {
  const body = { format, columns: mapping } as unknown as Parameters<typeof readStatementFile>[0];
  try {
    return readStatementFile(body, Buffer.from(file));
  } catch (error) {
    if (error instanceof AppError && error.code === "VALIDATION") return error.message;
    throw error;
  }
}

describe("a statement file", () => {
  it.each(files)("in $format is read or refused in words, however it is damaged", (format) => {
    expect(read(format, format.file)).toBeTypeOf("object");
    const untouched = Object.getOwnPropertyNames(Object.prototype).length;
    let [taken, refused] = [0, 0];
    const property = fc.property(damagedFile(format.file, forms), (file) => {
      const result = read(format, file);
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(untouched);
      if (typeof result === "string") {
        refused += 1;
        expect(result).not.toBe("");
        return;
      }
      taken += 1;
      for (const { amount, currency, bookedOn, externalId, text, name } of result.lines) {
        expect(amount).toMatch(/^-?\d{1,15}(\.\d{1,8})?$/);
        expect(currency).toMatch(/^[A-Z]{3,4}$/);
        expect(new Date(bookedOn).toISOString().slice(0, 10)).toBe(bookedOn);
        expect([typeof text, typeof (name ?? ""), typeof (externalId ?? "")]).toEqual(["string", "string", "string"]);
      }
    });
    fc.assert(property, { numRuns: RUNS });
    expect(Math.min(taken, refused)).toBeGreaterThan(0);
  });

  it("in camt.053 with a reserved name, 10,000 levels or an entity of its own is refused", () => {
    const [camt] = files;
    const put = (text: string): unknown => read(camt, CAMT.replace("<AcctSvcrRef>", `${text}<AcctSvcrRef>`));
    expect(put("<__proto__><isAdmin>1</isAdmin></__proto__>")).toMatch(
      /^The XML has something that no bank statement has/,
    );
    expect(put("<constructor>1</constructor>")).toMatch(/^The XML has something/);
    expect(put("<a>".repeat(LONG) + "</a>".repeat(LONG))).toMatch(/^The XML has something/);
    expect(put("<AddtlNtryInf>&lol;</AddtlNtryInf>")).toMatch(/^The file has an entity/);
    expect(put("<!DOCTYPE x>")).toMatch(/^The file has a document type/);
    expect(read(camt, CAMT)).toMatchObject({ lines: [{ name: "Otieno & Sons" }] });
  });

  it("in CSV takes no column that the file does not have", () => {
    const [, , , csv] = files;
    const mapping = { ...columns, text: ["toString", "__proto__", "text"] };
    expect(read({ ...csv, columns: mapping }, CSV)).toMatchObject({
      lines: [{ text: "Rent, paid" }, { text: "Coffee" }],
    });
  });
});
