/** Invented company names, in the writing habits of their countries. */

import type { Country, NameStyle } from './countries';
import type { Industry } from './industries';
import { draw } from './random';

const onsets =
  'Nor,Bal,Cor,Dan,Fel,Gar,Hal,Ist,Kar,Lor,Mar,Orv,Pel,Quil,Ros,Sol,Tar,Ul,Ver,Wes,Zan,Ald,Bren,Cas,Ost,Lun'.split(
    ',',
  );
const middles = 'a,e,i,o,u,an,en,in,on,ar,er,or,al,el,il,av,ev'.split(',');
const endings =
  'dis,vik,ton,mar,nova,lis,dor,ra,tek,sun,bury,gard,lund,mont,phi,stad,wick,zen,quest,lor'.split(
    ',',
  );
const forms = 'Group,Holdings,Partners,International,Industries,& Sons,Labs,Collective'.split(',');

/** Letters that a style writes in place of plain ones. */
const lettersByStyle: Partial<Record<NameStyle, string>> = {
  nordic: 'aåoøäö',
  german: 'aäoöuü',
  romance: 'eéoóaáiíuú',
  polish: 'lłsśnńzżoó',
  czech: 'rřsšeěcčaáuů',
  turkish: 'sşgğuüoöcç',
};

/** Syllables and closing words of the styles that have a script of their own. */
const scripts: Partial<Record<NameStyle, { syllables: string; gap: string; words: string }>> = {
  japanese: {
    syllables: 'ア カ サ タ ナ ハ マ ヤ ラ キ シ ミ リ ク ス ノ モ ロ',
    gap: '',
    words: '製作所 ホールディングス 工業 電装',
  },
  chinese: {
    syllables: '澜 岳 珩 霁 湛 翎 漪 岫 熠 珞 皓 砺',
    gap: '',
    words: '科技 实业 能源 控股',
  },
  korean: { syllables: '나 루 한 빛 솔 바 람 온 샘 미 르 별', gap: '', words: '전자 중공업 화학' },
  arabic: { syllables: 'نور بحر سما رمل قمر فجر واد', gap: ' ', words: 'القابضة للطاقة للصناعة' },
  cyrillic: { syllables: 'Вол Сев Ура Нев Куз Алт Бел', gap: 'о', words: 'энерго маш строй' },
  greek: { syllables: 'Αλ Κορ Θαλ Νερ Μαρ Πελ', gap: 'ί', words: 'δα νος ρα' },
};

/** @param key Bits that belong to the company. */
export function inventedName(key: number, country: Country, industry: Industry): string {
  const script = scripts[country.nameStyle];
  if (script && draw(key, 0) < 0.6) {
    const syllables = script.syllables.split(' ');
    const count = script.gap === '' ? 2 + Math.floor(draw(key, 1) * 2) : 2;
    const parts = Array.from({ length: count }, (_, part) => pick(syllables, draw(key, 2 + part)));
    return (
      parts.join(script.gap) + scriptGap(country) + pick(script.words.split(' '), draw(key, 6))
    );
  }
  const root =
    pick(onsets, draw(key, 7)) + pick(middles, draw(key, 8)) + pick(endings, draw(key, 9));
  const letters = lettersByStyle[country.nameStyle];
  const spelt = letters && draw(key, 10) < 0.55 ? respell(root, letters, draw(key, 11)) : root;
  const word =
    draw(key, 12) < 0.75 ? pick(industry.words, draw(key, 13)) : pick(forms, draw(key, 14));
  return `${spelt} ${word}`;
}

function scriptGap({ nameStyle }: Country): string {
  return nameStyle === 'arabic' || nameStyle === 'korean' ? ' ' : '';
}

/** Replaces the letters of `pairs` (plain, then written) after the first; where there is none, the last gets a mark. */
function respell(root: string, pairs: string, uniform: number): string {
  const count = pairs.length / 2;
  const first = Math.floor(uniform * count);
  for (let turn = 0; turn < count; turn++) {
    const at = ((first + turn) % count) * 2;
    const place = root.indexOf(pairs.charAt(at), 1);
    if (place > 0) {
      return root.slice(0, place) + pairs.charAt(at + 1) + root.slice(place + 1);
    }
  }
  return root + 'é';
}

function pick(choices: readonly string[], uniform: number): string {
  return choices[Math.floor(uniform * choices.length)] ?? '';
}
