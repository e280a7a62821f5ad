/** A country that investors come from, with its common names. */
export interface Homeland {
  country: string;
  /** The percentage of investors from here. The shares of all countries add up to 100. */
  share: number;
  givenNames: readonly string[];
  familyNames: readonly string[];
}

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

export const homelands: readonly Homeland[] = [
  {
    country: "Kenya",
    share: 30,
    givenNames:
      splitWords(`Amina Brian Wanjiru Kevin Achieng Otieno Njeri Dennis Faith Collins Mercy Kipchoge Chebet Victor
      Nyambura Samuel Wairimu Joseph Akinyi Peter`),
    familyNames:
      splitWords(`Otieno Kamau Mwangi Odhiambo Wanjala Kiprotich Njoroge Mutua Ochieng Karanja Cheruiyot Muthoni
      Wekesa Kilonzo Barasa Gitau Owino Kimani Nyong'o Maina`),
  },
  {
    country: "Nigeria",
    share: 26,
    givenNames:
      splitWords(`Chinedu Ngozi Emeka Adaeze Tunde Folake Ibrahim Aisha Segun Chiamaka Yusuf Zainab Obinna Funmilayo
      Musa Kemi Uche Halima Babatunde Ifeoma`),
    familyNames:
      splitWords(`Okafor Adeyemi Balogun Nwosu Abubakar Eze Ogunleye Bello Okonkwo Adebayo Danjuma Chukwu Olawale
      Mohammed Nnamdi Afolabi Obi Lawal Uzor Àjàyí`),
  },
  {
    country: "South Africa",
    share: 14,
    givenNames:
      splitWords(`Thabo Nomsa Sipho Lerato Pieter Zanele Bongani Palesa Johan Ayanda Mandla Thandiwe Kagiso Naledi
      Andile`),
    familyNames:
      splitWords(`Dlamini Nkosi Van-der-Merwe Mokoena Botha Khumalo Zulu Naidoo Mahlangu Sithole Pillay Molefe
      Ndlovu Maseko Steyn`),
  },
  {
    country: "Ghana",
    share: 10,
    givenNames: splitWords(`Kwame Akosua Kofi Ama Yaw Abena Kojo Efua Kwabena Adwoa Selorm Esi`),
    familyNames: splitWords(`Mensah Owusu Boateng Asante Agyeman Appiah Osei Adjei Amoah Tetteh Quaye Ofori`),
  },
  {
    country: "Tanzania",
    share: 8,
    givenNames: splitWords(`Juma Neema Baraka Asha Godfrey Rehema Salim Upendo Hamisi Zawadi`),
    familyNames: splitWords(`Mushi Mwakyusa Kimaro Massawe Juma Lyimo Shayo Ngowi Mbwana Swai`),
  },
  {
    country: "Zambia",
    share: 4,
    givenNames: splitWords(`Chanda Mutinta Bwalya Natasha Mulenga Thandi`),
    familyNames: splitWords(`Banda Phiri Mwale Tembo Zulu Chilufya`),
  },
  {
    country: "Rwanda",
    share: 4,
    givenNames: splitWords(`Eric Diane Claudine Aline Patrick Solange`),
    familyNames: splitWords(`Uwimana Habimana Mukamana Niyonzima Ingabire Mugisha`),
  },
  {
    country: "Côte d'Ivoire",
    share: 4,
    givenNames: splitWords(`Awa Koffi Aya Yao Mariam Sékou`),
    familyNames: splitWords(`Kouassi Koné Traoré N'Guessan Ouattara Diabaté`),
  },
];
