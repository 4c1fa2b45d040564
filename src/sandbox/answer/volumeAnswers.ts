/** Operations 5 and 6: trading volume time series. Only days with data have a row. */

import { volumesOf } from '../world/volumes';
import type { Asked } from './entityList';
import { dateText, entityInfo, listingFields } from './fields';
import { joined, separated } from './json';
import type { Question } from './question';
import { listElement } from './scoreAnswers';

/** @returns The texts of a `TradingVolumeTs`. */
export function volumeAnswer(question: Question): Iterable<string> {
  const [asked] = question.asked;
  return asked ? volumeSeries(question, asked) : [];
}

/** @returns The texts of a `TradingVolumeTsItemizedResponse`: it has no listing fields of its own. */
export function* volumeListAnswer(question: Question): Iterable<string> {
  yield '{"trading_volume_ts_itemized":[';
  yield* separated(question.asked, asked => listElement(question, asked, volumeSeries));
  yield ']}';
}

function* volumeSeries({ world, range }: Question, asked: Asked): Iterable<string> {
  const volumes = asked.company ? volumesOf(world, asked.company.index, range) : [];
  yield `{${listingFields(asked)},"trading_volume_ts":[`;
  yield* joined(
    volumes,
    ({ day, shares }) => `{"date":${dateText(day)},"trading_volume":${shares}.0}`,
  );
  yield `],${entityInfo(asked)}}`;
}
