/** ISINs that are valid in form and recognisably made up: country, the infix `00SB`, five places, check digit. */

/**
 * @param countryId Two letters, any case.
 * @param index The company's number, below 36^5.
 */
export function syntheticIsin(countryId: string, index: number): string {
  const number = index.toString(36).toUpperCase().padStart(5, '0');
  const stem = `${countryId.toUpperCase()}00SB${number}`;
  return stem + String(isinCheckDigit(stem));
}

/** @returns The check digit of the first eleven places of an ISIN (Luhn's sum over digits, letters as 10 to 35). */
export function isinCheckDigit(stem: string): number {
  const digits = [...stem].map(place => parseInt(place, 36).toString()).join('');
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}
