/** Countries that bank transfers go to, each with five suggested banks; any other bank can be typed. */
export const banksByCountry: Readonly<Record<string, readonly string[]>> = {
  Kenya: ["KCB Bank", "Equity Bank", "Co-operative Bank of Kenya", "Absa Bank Kenya", "NCBA Bank"],
  Nigeria: ["Access Bank", "First Bank of Nigeria", "Guaranty Trust Bank", "United Bank for Africa", "Zenith Bank"],
  "South Africa": ["Standard Bank", "First National Bank", "Absa", "Nedbank", "Capitec Bank"],
  Zambia: ["Zanaco", "Stanbic Bank Zambia", "Absa Bank Zambia", "First National Bank Zambia", "Indo Zambia Bank"],
  Zimbabwe: ["CBZ Bank", "Stanbic Bank Zimbabwe", "Steward Bank", "FBC Bank", "NMB Bank"],
  Rwanda: ["Bank of Kigali", "I&M Bank Rwanda", "Equity Bank Rwanda", "BPR Bank Rwanda", "Ecobank Rwanda"],
  Burundi: ["Interbank Burundi", "Banque de Crédit de Bujumbura", "BANCOBU", "KCB Bank Burundi", "Ecobank Burundi"],
  Somalia: ["Premier Bank", "Dahabshil Bank", "Salaam Somali Bank", "IBS Bank", "Amal Bank"],
  Mozambique: ["Millennium bim", "BCI", "Standard Bank Mozambique", "Absa Bank Moçambique", "Moza Banco"],
  Tanzania: ["CRDB Bank", "NMB Bank", "National Bank of Commerce", "Stanbic Bank Tanzania", "Exim Bank Tanzania"],
};

export const bankCountries = Object.keys(banksByCountry);
