/**
 * The countries of the synthetic market: every source country of the service, with how many of 600 companies
 * are from it.
 */

import { countryNames } from '../../core/service/countryNames';

/** How the week of a country's exchange runs. `israel` changed from Sunday–Thursday to Monday–Friday in 2026. */
export type TradingWeek = 'mondayToFriday' | 'sundayToThursday' | 'israel';

/** The writing habits that a company's invented name may follow. */
export type NameStyle =
  | 'plain'
  | 'nordic'
  | 'german'
  | 'romance'
  | 'polish'
  | 'czech'
  | 'turkish'
  | 'japanese'
  | 'chinese'
  | 'korean'
  | 'arabic'
  | 'cyrillic'
  | 'greek';

export interface Country {
  /** Lower case, as on the wire. */
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  /** Companies of 600. */
  readonly share: number;
  readonly nameStyle: NameStyle;
  readonly tradingWeek: TradingWeek;
  /** Whether its large companies are in `MSCI World`. */
  readonly developed: boolean;
  /** Whether its large companies are in `STOXX 600`. */
  readonly european: boolean;
  readonly cities: readonly string[];
  /** Month and day of its national holiday, 704 for 4 July; New Year and the like come on top. */
  readonly nationalDay: number;
}

const developed = new Set(
  'at au be ca ch de dk es fi fr gb hk ie il it jp nl no nz pt se sg us'.split(' '),
);
const european = new Set('at be ch de dk es fi fr gb ie it lu nl no pl pt se'.split(' '));
const weeks = new Map<string, TradingWeek>([
  ['il', 'israel'],
  ['sa', 'sundayToThursday'],
  ['bd', 'sundayToThursday'],
]);

/** id, currency, companies of 600, name style, national day, cities. */
const rows = `
ar|ARS|1|romance|07-09|Buenos Aires,Córdoba
at|EUR|4|czech|10-26|Vienna,Graz
au|AUD|16|plain|01-26|Sydney,Melbourne,Perth
bd|BDT|1|plain|03-26|Dhaka
be|EUR|5|romance|07-21|Brussels,Antwerp
bm|USD|2|plain|05-24|Hamilton
br|BRL|8|romance|09-07|São Paulo,Rio de Janeiro
ca|CAD|22|plain|07-01|Toronto,Montréal,Calgary
ch|CHF|16|german|08-01|Zürich,Basel,Geneva
cl|CLP|2|romance|09-18|Santiago
cn|CNY|24|chinese|10-01|Shanghai,Shenzhen,Beijing
co|COP|1|romance|07-20|Bogotá
cy|EUR|1|greek|10-01|Nicosia
de|EUR|30|german|10-03|Munich,Frankfurt am Main,Hamburg,Köln
dk|DKK|6|nordic|06-05|Copenhagen,Aarhus
es|EUR|10|romance|10-12|Madrid,Barcelona
fi|EUR|6|nordic|12-06|Helsinki,Espoo
fr|EUR|25|romance|07-14|Paris,Lyon,Toulouse
gb|GBP|34|plain|08-31|London,Manchester,Edinburgh
gg|GBP|1|plain|05-09|Saint Peter Port
gr|EUR|2|greek|03-25|Athens
hk|HKD|10|chinese|07-01|Hong Kong
id|IDR|2|plain|08-17|Jakarta
ie|EUR|4|plain|03-17|Dublin,Cork
il|ILS|4|plain|05-14|Tel Aviv,Haifa
im|GBP|1|plain|07-05|Douglas
in|INR|16|plain|08-15|Mumbai,Bengaluru,Delhi
it|EUR|12|romance|06-02|Milan,Turin,Rome
je|GBP|1|plain|05-09|Saint Helier
jp|JPY|36|japanese|02-11|Tokyo,Osaka,Nagoya
kr|KRW|12|korean|10-03|Seoul,Busan
ky|USD|2|plain|07-06|George Town
lu|EUR|2|romance|06-23|Luxembourg
mx|MXN|3|romance|09-16|Mexico City,Monterrey
nl|EUR|10|plain|04-27|Amsterdam,Rotterdam
no|NOK|6|nordic|05-17|Oslo,Bergen
nz|NZD|2|plain|02-06|Auckland
pk|PKR|1|plain|03-23|Karachi
pl|PLN|4|polish|11-11|Warsaw,Kraków
pt|EUR|2|romance|06-10|Lisbon,Porto
ru|RUB|2|cyrillic|06-12|Moscow,Saint Petersburg
sa|SAR|3|arabic|09-23|Riyadh,Jeddah
se|SEK|14|nordic|06-06|Stockholm,Göteborg,Malmö
sg|SGD|4|plain|08-09|Singapore
th|THB|2|plain|12-05|Bangkok
tr|TRY|2|turkish|10-29|Istanbul,Ankara
tw|TWD|10|chinese|10-10|Taipei,Hsinchu
us|USD|210|plain|07-04|New York,San Francisco,Chicago,Boston,Austin,Seattle
vg|USD|1|plain|07-01|Road Town
vn|VND|1|plain|09-02|Ho Chi Minh City,Hanoi
za|ZAR|4|plain|04-27|Johannesburg,Cape Town`;

/** In the order of the service's enumeration, without `all`. */
export const countries: readonly Country[] = rows.trim().split('\n').map(countryOfRow);

/** How many companies the shares add up to. */
export const countryBlock = countries.reduce((sum, country) => sum + country.share, 0);

/** The number in `countries` of each of the `countryBlock` places of a block. */
export const countryOfPlace: readonly number[] = countries.flatMap((country, number) =>
  new Array<number>(country.share).fill(number),
);

function countryOfRow(row: string): Country {
  const [id = '', currency = '', share, style = 'plain', nationalDay = '', cities = ''] =
    row.split('|');
  const name = countryNames.get(id);
  if (name === undefined) {
    throw new RangeError(`${id} is no source country`);
  }
  return {
    id,
    name,
    currency,
    share: Number(share),
    nameStyle: style as NameStyle,
    tradingWeek: weeks.get(id) ?? 'mondayToFriday',
    developed: developed.has(id),
    european: european.has(id),
    cities: cities.split(','),
    nationalDay: Number(nationalDay.replace('-', '')),
  };
}
