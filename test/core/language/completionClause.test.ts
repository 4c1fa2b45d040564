import { test } from 'node:test';
import { layerAesthetics } from '../../../src/core/visualise/layers/layerType';
import { line } from '../../../src/core/visualise/layers/line';
import { among, first, only, taken } from './offered';

test('after VISUALISE come columns, and behind AS aesthetics', () => {
  first('FROM prices VISUALISE |', 'entity', 'close');
  among('FROM prices VISUALISE |', 'DRAW', 'FROM');
  among('FROM prices VISUALISE close AS |', 'x', 'colour', 'fill');
  among('FROM prices VISUALISE close AS | DRAW point', 'x', 'shape', '-xend', '-label');
  first('FROM prices VISUALISE close |', 'AS', 'FROM', 'DRAW');
  first('FROM prices VISUALISE close AS x, |', 'entity');
  first('FROM prices VISUALISE "L|" AS x', 'entity', 'close', 'Last Seen');
});

test('a layer is offered what it takes', () => {
  first('FROM prices VISUALISE close AS x DRAW |', 'line', 'path', 'area');
  first('FROM prices VISUALISE DRAW line |', 'MAPPING', 'SETTING', 'FILTER');
  among('FROM prices VISUALISE DRAW line |', 'SCALE', 'LABEL', 'DRAW');
  first('FROM prices VISUALISE DRAW line MAPPING |', 'entity', 'close');
  among(
    'FROM prices VISUALISE DRAW line MAPPING close AS |',
    ...layerAesthetics(line),
    '-shape',
    '-label',
  );
  among('FROM prices VISUALISE DRAW text MAPPING close AS |', 'label', '-shape');
  among('FROM prices VISUALISE DRAW bar SETTING |', 'position', 'width', 'fill', '-offset');
  among('FROM prices VISUALISE DRAW bar SETTING width => 1, |', '-width', 'position');
  only(
    'FROM prices VISUALISE DRAW bar SETTING position => |',
    'stack',
    'identity',
    'fill',
    'dodge',
  );
  taken(
    "FROM prices VISUALISE DRAW bar SETTING position => '|'",
    'dodge',
    "FROM prices VISUALISE DRAW bar SETTING position => 'dodge'",
  );
  only('FROM prices VISUALISE DRAW smooth SETTING method => |', 'nw', 'ols', 'moving');
  among("FROM prices VISUALISE DRAW line SETTING linetype => '|'", 'dashed');
  among('FROM prices VISUALISE DRAW line FILTER |', 'close');
  only('FROM prices VISUALISE DRAW line PARTITION |', 'BY');
  first('FROM prices VISUALISE DRAW line PARTITION BY |', 'entity');
  among('FROM prices VISUALISE DRAW line MAPPING close AS y FROM |', 'weekly');
});

test('SCALE, FACET and LABEL are offered what they take', () => {
  among('FROM prices VISUALISE close AS x DRAW line SCALE |', 'x', 'CONTINUOUS', 'panel');
  first('FROM prices VISUALISE close AS y DRAW line SCALE |', 'y');
  among('FROM prices VISUALISE DRAW line SCALE ordinal |', 'x', '-CONTINUOUS');
  first('FROM prices VISUALISE DRAW line SCALE x |', 'FROM', 'TO', 'VIA');
  among('FROM prices VISUALISE DRAW line SCALE fill TO |', 'viridis', 'rdbu', 'diverging');
  only('FROM prices VISUALISE DRAW line SCALE fill SETTING |', 'breaks', 'reverse');
  only('FROM prices VISUALISE DRAW line SCALE x SETTING reverse => |', 'true', 'false');
  among('FROM prices VISUALISE DRAW line SCALE x VIA |', 'log10', 'sqrt');
  first('FROM prices VISUALISE DRAW line FACET |', 'entity', 'close');
  first('FROM prices VISUALISE DRAW line FACET entity |', 'BY', 'SETTING');
  only('FROM prices VISUALISE DRAW line FACET entity SETTING |', 'free', 'ncol', 'nrow');
  first('FROM prices VISUALISE close AS x DRAW line LABEL |', 'title', 'subtitle', 'x');
  taken(
    'FROM prices VISUALISE DRAW line LABEL ti|',
    'title',
    "FROM prices VISUALISE DRAW line LABEL title => '$1'",
  );
});

test('what a layer computes and what bins take is offered', () => {
  only('FROM prices VISUALISE close AS x DRAW histogram REMAPPING |', 'count', 'density');
  only('FROM prices VISUALISE close AS x DRAW density REMAPPING |', 'density', 'count');
  only('FROM prices VISUALISE close AS x DRAW histogram REMAPPING density AS |', 'y');
  only('FROM prices VISUALISE close AS x DRAW line REMAPPING |');
  first('FROM prices VISUALISE DRAW histogram MAPPING |', 'entity', 'close');
  only(
    'FROM prices VISUALISE DRAW bar SCALE BINNED x SETTING |',
    ...['breaks', 'reverse', 'oob', 'pretty', 'closed'],
  );
  only('FROM prices VISUALISE DRAW bar SCALE binned x SETTING oob => |', 'censor', 'squish');
  only("FROM prices VISUALISE DRAW bar SCALE BINNED x SETTING closed => '|'", 'left', 'right');
  only('FROM prices VISUALISE DRAW bar SCALE BINNED x SETTING pretty => |', 'true', 'false');
  only("FROM prices VISUALISE DRAW bar SETTING fill => '|'", 'bull', 'bear');
  taken(
    'FROM prices VISUALISE DRAW bar SETTING stroke => |',
    'bear',
    "FROM prices VISUALISE DRAW bar SETTING stroke => 'bear'",
  );
});

test('a quote that is missing earlier in the clause keeps nothing back', () => {
  first("FROM prices VISUALISE close AS x DRAW line LABEL title => 'What\nSCALE |", 'x');
  first("FROM prices VISUALISE close AS x\nDRAW line LABEL title => 'What\nDRAW |", 'line', 'path');
  first("SELECT 'a FROM prices\nVISUALISE close AS |", 'x');
  among('SELECT lower(entity AS e FROM prices\nVISUALISE |', 'DRAW');
});
