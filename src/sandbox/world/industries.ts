/**
 * The industries of the synthetic market, and the other classification that event rows carry.
 *
 * The service shows two classifications and does not relate them; the sandbox gives each company one of each.
 */

export interface Industry {
  /** As in the overlay filter, without the `industry.` prefix. */
  readonly code: string;
  /** Relative frequency. */
  readonly weight: number;
  readonly words: readonly string[];
  /** The event rows' industry, super-sector, sector and sub-sector. */
  readonly classification: readonly [string, string, string, string];
}

/** code, weight, words for names, industry, super-sector, sector, sub-sector. */
const rows = `
energy|6|Power,Grid,Energy|Energy|Energy|Alternative Energy|Renewable Energy Equipment
basic_materials|7|Minerals,Metals,Chemicals|Basic Materials|Basic Resources|Industrial Metals and Mining|Nonferrous Metals
health_care|11|Therapeutics,Biologics,Medical|Health Care|Health Care|Pharmaceuticals and Biotechnology|Biotechnology
consumer_discretionary|8|Brands,Leisure,Motors|Consumer Discretionary|Automobiles and Parts|Automobiles and Parts|Auto Parts
industrials|13|Works,Engineering,Freight|Industrials|Industrial Goods and Services|Industrial Engineering|Machinery: Industrial
consumer_goods|6|Textiles,Homeware,Goods|Consumer Discretionary|Consumer Products and Services|Household Goods|Household Furnishings
oil_gas|5|Petroleum,Drilling,Gas|Energy|Energy|Oil, Gas and Coal|Oil: Crude Producers
consumer_services|6|Retail,Travel,Media|Consumer Discretionary|Retail|Retailers|Diversified Retailers
real_estate|5|Estates,Properties,Land|Real Estate|Real Estate|Real Estate Investment Trusts|Industrial REITs
consumer_staples|6|Foods,Farms,Beverages|Consumer Staples|Food, Beverage and Tobacco|Food Producers|Food Products
technology|12|Systems,Software,Semiconductors|Technology|Technology|Software and Computer Services|Software
telecommunications|4|Telecom,Networks,Wireless|Telecommunications|Telecommunications|Telecommunications Service Providers|Telecommunications Services
financials|8|Capital,Bank,Insurance|Financials|Banks|Banks|Banks
utilities|3|Water,Utilities,Heat|Utilities|Utilities|Gas, Water and Multi-utilities|Water`;

export const marketIndustries: readonly Industry[] = rows
  .trim()
  .split('\n')
  .map(row => {
    const [code = '', weight, words = '', industry = '', superSector = '', sector = '', sub = ''] =
      row.split('|');
    return {
      code,
      weight: Number(weight),
      words: words.split(','),
      classification: [industry, superSector, sector, sub],
    };
  });

const totalWeight = marketIndustries.reduce((sum, { weight }) => sum + weight, 0);

/** @returns The number in `marketIndustries` that a uniform draw falls on. */
export function industryOfDraw(uniform: number): number {
  let rest = uniform * totalWeight;
  const number = marketIndustries.findIndex(({ weight }) => (rest -= weight) < 0);
  return number < 0 ? marketIndustries.length - 1 : number;
}
