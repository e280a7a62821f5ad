/** Given and family names of the countries that most investors come from, and how many of those come from each. */
export interface Homeland {
  country: string;
  /** In parts of a hundred, all of them together. */
  share: number;
  givenNames: readonly string[];
  familyNames: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

export const homelands: readonly Homeland[] = [
  {
    country: "Kenya",
    share: 30,
    givenNames: words(`Amina Brian Wanjiru Kevin Achieng Otieno Njeri Dennis Faith Collins Mercy Kipchoge Chebet Victor
      Nyambura Samuel Wairimu Joseph Akinyi Peter`),
    familyNames: words(`Otieno Kamau Mwangi Odhiambo Wanjala Kiprotich Njoroge Mutua Ochieng Karanja Cheruiyot Muthoni
      Wekesa Kilonzo Barasa Gitau Owino Kimani Nyong'o Maina`),
  },
  {
    country: "Nigeria",
    share: 26,
    givenNames:
      words(`Chinedu Ngozi Emeka Adaeze Tunde Folake Ibrahim Aisha Segun Chiamaka Yusuf Zainab Obinna Funmilayo
      Musa Kemi Uche Halima Babatunde Ifeoma`),
    familyNames: words(`Okafor Adeyemi Balogun Nwosu Abubakar Eze Ogunleye Bello Okonkwo Adebayo Danjuma Chukwu Olawale
      Mohammed Nnamdi Afolabi Obi Lawal Uzor Àjàyí`),
  },
  {
    country: "South Africa",
    share: 14,
    givenNames: words(`Thabo Nomsa Sipho Lerato Pieter Zanele Bongani Palesa Johan Ayanda Mandla Thandiwe Kagiso Naledi
      Andile`),
    familyNames: words(`Dlamini Nkosi Van-der-Merwe Mokoena Botha Khumalo Zulu Naidoo Mahlangu Sithole Pillay Molefe
      Ndlovu Maseko Steyn`),
  },
  {
    country: "Ghana",
    share: 10,
    givenNames: words(`Kwame Akosua Kofi Ama Yaw Abena Kojo Efua Kwabena Adwoa Selorm Esi`),
    familyNames: words(`Mensah Owusu Boateng Asante Agyeman Appiah Osei Adjei Amoah Tetteh Quaye Ofori`),
  },
  {
    country: "Tanzania",
    share: 8,
    givenNames: words(`Juma Neema Baraka Asha Godfrey Rehema Salim Upendo Hamisi Zawadi`),
    familyNames: words(`Mushi Mwakyusa Kimaro Massawe Juma Lyimo Shayo Ngowi Mbwana Swai`),
  },
  {
    country: "Zambia",
    share: 4,
    givenNames: words(`Chanda Mutinta Bwalya Natasha Mulenga Thandi`),
    familyNames: words(`Banda Phiri Mwale Tembo Zulu Chilufya`),
  },
  {
    country: "Rwanda",
    share: 4,
    givenNames: words(`Eric Diane Claudine Aline Patrick Solange`),
    familyNames: words(`Uwimana Habimana Mukamana Niyonzima Ingabire Mugisha`),
  },
  {
    country: "Côte d'Ivoire",
    share: 4,
    givenNames: words(`Awa Koffi Aya Yao Mariam Sékou`),
    familyNames: words(`Kouassi Koné Traoré N'Guessan Ouattara Diabaté`),
  },
];
