export interface Country {
  name: string;
  dialCode: string;
}

/** The countries of most investors first, then the rest by name. */
const LIST = `
Nigeria +234, Kenya +254, South Africa +27, Namibia +264, Ghana +233, Zimbabwe +263,
Algeria +213, Angola +244, Argentina +54, Australia +61, Austria +43, Bahrain +973, Bangladesh +880, Belgium +32,
Benin +229, Botswana +267, Brazil +55, Burkina Faso +226, Burundi +257, Cameroon +237, Canada +1,
Cape Verde +238, Chad +235, Chile +56, China +86, Colombia +57, Côte d'Ivoire +225,
Democratic Republic of the Congo +243, Denmark +45, Djibouti +253, Egypt +20, Eswatini +268, Ethiopia +251,
Finland +358, France +33, Gabon +241, Gambia +220, Germany +49, Greece +30, Guinea +224, India +91,
Indonesia +62, Ireland +353, Israel +972, Italy +39, Japan +81, Jordan +962, Kuwait +965, Lesotho +266,
Liberia +231, Libya +218, Madagascar +261, Malawi +265, Malaysia +60, Mali +223, Mauritania +222, Mauritius +230,
Mexico +52, Morocco +212, Mozambique +258, Netherlands +31, New Zealand +64, Niger +227, Norway +47, Oman +968,
Pakistan +92, Philippines +63, Poland +48, Portugal +351, Qatar +974, Rwanda +250, Saudi Arabia +966,
Senegal +221, Sierra Leone +232, Singapore +65, Somalia +252, Spain +34, Sweden +46, Switzerland +41,
Tanzania +255, Togo +228, Tunisia +216, Turkey +90, Uganda +256, United Arab Emirates +971, United Kingdom +44,
United States +1, Zambia +260`;

/** A separate file, so that only the sign-up and profile pages load it in the browser. */
export const countries: readonly Country[] = LIST.trim()
  .split(/,\s+/)
  .map((line) => {
    const [name = "", digits = ""] = line.split(" +");
    return { name, dialCode: `+${digits}` };
  });

export function findDialCode(country: string | undefined): string | undefined {
  return countries.find(({ name }) => name === country)?.dialCode;
}
