/**
 * Fields that texts are about, by words that hardly stand in a text about anything else. A word that ends in a star is
 * the beginning of one. Where a text may be about two fields at once, the words of both are in each.
 */
const FIELDS: Readonly<Record<string, string>> = {
  hours:
    'opening hours open opens closed closes mon* tuesday* wednesday* thursday* friday* saturday* sunday* weekday* ' +
    'weekend* noon midnight',
  prices: 'price* cost costs fee fees fare* euro euros dollar* cents pence pounds crowns discount* admission free pay',
  payment: 'pay* card cards cash invoice* bank transfer* paypal credit debit cheque* instalment*',
  delivery: 'deliver* shipping shipped ship parcel* courier* postage dispatch* postal',
  returns: 'return* refund* exchange* warrant*',
  contact: 'contact* phone* telephone* call* mail email e-mail* fax reach address* write ask',
  directions:
    'direction* bus buses train* tram* station* turn left right street* road* parking walk* motorway* exit ferry car ' +
    'bridge stop',
  weather:
    'weather rain* snow* sunny sunshine sun wind* cloud* storm* degrees forecast* temperature* frost fog thunder* ' +
    'mild sky',
  cooking:
    'cook* recipe* ingredient* flour sugar butter egg eggs salt pepper oven bake* baking boil* stir simmer* onion* ' +
    'tomato* soup* cake* dough gram grams teaspoon* tablespoon* dish dishes kitchen fry garlic bread cheese pasta ' +
    'rice meal* lunch dinner dessert* breakfast',
  drinks: 'coffee* espresso brew* wine* beer* juice* malty oolong assam sencha barista* cocktail* roast*',
  gardening: 'garden* plant* soil seed seeds flower* rose roses prun* compost lawn* sow tulip* shrub* hedge* fertili*',
  cycling: 'bicycle* bike* tyre* wheel* brake* pedal* saddle* cycl* puncture*',
  cars: 'car cars petrol diesel garage* mileage driving tyre* motor* vehicle*',
  pets: 'dog dogs cat cats pet pets puppy puppies kitten* vet leash fur hamster* rabbit*',
  animals: 'animal* bird* whale* dolphin* lion* tiger* elephant* bears wolf wolves feather* bee bees honey',
  sport: 'goal* league* scored football tennis coach* tournament* swim* marathon* stadium* sport* yoga gym fitness',
  music: 'music* concert* orchestra* song songs guitar* piano* choir* violin* opera* melody melodies band bands',
  arts: 'painting* sculpture* gallery galleries exhibit* museum* artist* theatre* film films cinema*',
  jobs: 'job jobs vacanc* career* salar* apply applicant* hiring employ*',
  history: 'history founded century centuries ancient medieval',
  health: 'health* doctor* patient* clinic* symptom* fever medicine* vaccin* nurse* hospital* illness* disease*',
  school: 'school* pupil* teacher* lesson* student* exam exams homework classroom*',
  travel: 'travel* hotel* flight* airport* passport* luggage holiday* tourist* beach*',
  camping: 'camp* tent tents hiking hike hikes trail trails rucksack* mountain* summit*',
  stars: 'planet* star stars moon* orbit* telescope* galax* astronom* comet*',
  books: 'book books author* novel* library reader* poem* chapter*',
  clothing: 'cloth* shirt* wool cotton trousers dress* shoe shoes jacket* ironing knit* sew* fabric*',
  money: 'loan* mortgage* savings tax taxes pension* insurance*',
  accounts: 'login log-in sign-in password* username* captcha',
  privacy: 'privacy cookie* gdpr',
  computers: 'computer* software laptop* keyboard* printer*',
  building: 'roof* brick* plumb* boiler* wallpaper* carpent* furniture* timber',
  waste: 'waste rubbish recycl* bin bins landfill',
  weddings: 'wedding* bride* groom* marri* ceremony',
  sea: 'boat* ship ships sail* harbour* tide* fish* crew* deck captain* lighthouse*',
};

const matcherOf = (words: string): RegExp =>
  new RegExp(`^(?:${words.replaceAll('*', String.raw`\S*`).split(' ').join('|')})$`);
const MATCHERS = Object.entries(FIELDS).map(([field, words]) => [field, matcherOf(words)] as const);

/** Signs that tell of a field without a word. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  hours: /\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b|\b\d{1,2}:\d\d\b|\bfrom (?:\d|seven|eight|nine|ten)[^.]*\b(?:to|until)\b/i,
  prices: /[€$£]\s?\d|\d\s?[€$£]/,
  contact: /\S@\S|\d{5,}/,
  weather: /°/,
};

/** Words of headings that belong to no field. */
const OF_NONE = new Set(
  (
    'our your the and for with from about how get here what who why when where this that all are you can tips guide ' +
    'information info policy options list today tomorrow summary overview advice help news us repair repairs care'
  ).split(' '),
);

/** Days of a week have texts about anything. */
const OF_WEEK = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/;

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}-]{2,}/gu) ?? [];

const fieldsOf = (word: string): readonly string[] =>
  MATCHERS.flatMap(([field, matcher]) => (matcher.test(word) ? [field] : []));

/** Fields of texts that may stand below the name of any thing that is sold or visited. */
const OF_ANY_THING = new Set('hours prices payment delivery returns contact directions jobs history'.split(' '));

/** Fields of things that are sold or visited. */
const THINGS = new Set(
  'drinks gardening cycling cars pets animals sport music arts books clothing computers weddings sea camping'.split(
    ' ',
  ),
);

const LEAST_OF_FIELD = 2;
const STEM = 4;

/**
 * The field that a text is about, if its heading is about another one, of which the text has no word. Undefined for
 * all that is not certain: each word of the heading must be of a field, and the text have several words of its own.
 */
export function otherSubjectOf(heading: string, text: string): string | undefined {
  const named = wordsIn(heading).filter((word) => !OF_NONE.has(word) && !OF_WEEK.test(word));
  const fields = named.map((word) => fieldsOf(word));
  if (named.length === 0 || fields.some((each) => each.length === 0)) return undefined;
  const asked = new Set(fields.flat());
  const words = [...new Set(wordsIn(text))];
  if (named.some((word) => words.some((each) => each.startsWith(word.slice(0, STEM))))) return undefined;
  const found = new Map<string, number>();
  for (const word of words) for (const field of fieldsOf(word)) found.set(field, (found.get(field) ?? 0) + 1);
  for (const [field, sign] of Object.entries(SIGNS)) if (sign.test(text)) found.set(field, (found.get(field) ?? 0) + 1);
  if ([...asked].some((field) => found.has(field))) return undefined;
  const [best] = [...found].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < LEAST_OF_FIELD) return undefined;
  // Below the name of a thing may stand what it costs.
  return OF_ANY_THING.has(best[0]) && [...asked].every((field) => THINGS.has(field)) ? undefined : best[0];
}
