import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { problemSentence } from '../../../src/core/visualise/problems';
import { sampleColumns } from './sampleResult';

/** `check(clause, ['code «text at the span» words of the sentence', …])`; the words are looked for in the sentence. */
function check(clause: string, expected: readonly string[]): void {
  const { problems } = compileChart(parseVisualise(clause), sampleColumns);
  const found = problems.map(({ code, span }) => `${code} «${clause.slice(span.from, span.to)}»`);
  const wanted = expected.map(text => text.replace(/»[^»]*$/, '»'));
  assert.deepEqual(found, wanted, clause);
  expected.forEach((text, index) => {
    const problem = problems[index];
    const words = text.slice(text.lastIndexOf('»') + 1).trim();
    assert.ok(problem && problemSentence(problem).includes(words), `${clause}: ${words}`);
  });
}

const colour =
  "a colour: a name such as 'steelblue', '#1f6feb', 'rgb(…)', 'hsl(…)', 'bull', 'bear' or null";
const line = 'VISUALISE date AS x, score AS y DRAW line';

test('a column that the query does not have is named, with the one that was meant', () => {
  check(
    'VISUALISE date AS x, scor AS y DRAW line',
    ['missingAesthetic «line» needs y', 'unknownColumn «scor» Did you mean score?'].reverse(),
  );
  check(`${line} PARTITION BY nam`, ['unknownColumn «nam» Did you mean name?']);
  check(`${line} FACET zzz`, ['unknownColumn «zzz» no column zzz']);
  check(`${line} DRAW bar ORDER BY scores`, ['unknownColumn «scores» Did you mean score?']);
});

test('a logarithmic axis has no place at or below zero', () => {
  const log = 'VISUALISE lo AS x, score AS y DRAW point';
  check(`${log} SCALE y VIA log10 FROM (0, 1000)`, ['badValue «0» a number above 0']);
  check(`${log} SCALE x VIA log FROM (-1, 10)`, ['badValue «-1» a number above 0']);
  check(`${log} PLACE rule SETTING y => 0 SCALE y VIA log10`, ['badValue «0» logarithmic']);
  check(`${log} PLACE rule SETTING y => 1 SCALE y VIA log10 FROM (1, null)`, []);
});

test('columns are found whatever their case, as in SQL', () => {
  check('VISUALISE DATE AS X, "Score" AS Y DRAW LINE', []);
});

test('a layer says which aesthetic it lacks', () => {
  check('VISUALISE date AS x DRAW line', ['missingAesthetic «line» needs y']);
  check('VISUALISE DRAW line', ['missingAesthetic «line» needs x and y']);
  check('VISUALISE date AS x, lo AS ymin DRAW ribbon', ['missingAesthetic «ribbon» needs ymax']);
  check('VISUALISE date AS x, score AS y DRAW text', ['missingAesthetic «text» needs label']);
  check(`${line} PLACE rule SETTING colour => 'red'`, ['missingAesthetic «rule» needs x']);
  check('VISUALISE date AS x, score AS y DRAW line MAPPING null AS y', [
    'missingAesthetic «line» needs y',
  ]);
});

test('an aesthetic that a layer does not take is refused where it was written for that layer', () => {
  check(`${line} MAPPING name AS fill`, ['unknownAesthetic «fill» Did you mean stroke?']);
  check(`${line} MAPPING name AS shape`, ['unknownAesthetic «shape» Possible:']);
  check('VISUALISE date AS x, score AS y, name AS fill DRAW line', ['unknownAesthetic «fill»']);
  check('VISUALISE date AS x, score AS y, name AS fill DRAW line DRAW point', []);
  check('VISUALISE date AS x, score AS y, name AS colur DRAW line', [
    'unknownAesthetic «colur» Did you mean colour?',
  ]);
  check('VISUALISE date AS x, score AS y, name AS panel DRAW line', ['notYet «panel» FACET']);
  check(
    `VISUALISE score AS x, lo AS y DRAW point FACET date SCALE panel FROM ['2026-03-20', '2026-03-21']`,
    [`notYet «['2026-03-20', '2026-03-21']» FROM on panels of dates`],
  );
});

test('a mapping without AS is told where it belongs', () => {
  check('VISUALISE date x, score y DRAW line', [
    'missingAs «date x» Write date AS x.',
    'missingAs «score y» Write score AS y.',
  ]);
  check(`${line} MAPPING 'red' Color`, [`missingAs «'red' Color» Write 'red' AS Color.`]);
  check('VISUALISE date, score AS y DRAW point', ['missingAs «date» for example date AS x.']);
});

test('a layer is found by what it is called elsewhere, or by the list of all', () => {
  check(line.replace('line', 'scatter'), ['unknownLayer «scatter» Did you mean point?']);
  check(line.replace('line', 'geom_line'), ['unknownLayer «geom_line» Did you mean line?']);
  check(line.replace('line', 'Geom_Col'), ['unknownLayer «Geom_Col» Did you mean bar?']);
  check(line.replace('line', 'sunburst'), [
    'unknownLayer «sunburst» Possible: line, path, area, bar, point,',
  ]);
});

test('names that do not exist are met with those that do', () => {
  check(line.replace('line', 'lien'), ['unknownLayer «lien» Did you mean line?']);
  check(`${line} SETTING opacitty => 1`, ['unknownSetting «opacitty» Did you mean opacity?']);
  check(`${line} SCALE colour TO viridi`, []);
  check('VISUALISE name AS x, score AS y, lo AS fill DRAW bar SCALE fill TO viridi', [
    'unknownPalette «viridi» Did you mean viridis?',
  ]);
  check(`${line} SCALE y VIA log11`, ['unknownTransform «log11» Did you mean log10?']);
  check(`${line} SCALE z FROM [0, 1]`, ['unknownAesthetic «z»']);
  check(`${line} SCALE y SETTING break => 5`, ['unknownSetting «break» Did you mean breaks?']);
  check(`${line} LABEL titel => 'a'`, ['unknownAesthetic «titel» Did you mean title?']);
  check(`${line} FACET name SETTING nco => 2`, ['unknownSetting «nco» Did you mean ncol?']);
});

test('a setting that is not known is an error wherever it is written, with those that are known', () => {
  for (const [clause, words] of [
    ['DRAW line SETTING foo => 1', 'The layer line has no setting foo. Possible: position,'],
    ['DRAW bar SETTING foo => 1', 'The layer bar has no setting foo. Possible: position, width,'],
    ["DRAW line PLACE rule SETTING y => 0, foo => 'a'", 'The layer rule has no setting foo.'],
    ['DRAW bar SETTING weight => 1', 'The layer bar has no setting weight. Possible: position,'],
    ['DRAW line SCALE y SETTING foo => 1', 'SCALE has no setting foo. Possible: breaks, reverse.'],
    [
      'DRAW line SCALE size SETTING foo => 1',
      'SCALE has no setting foo. Possible: breaks, reverse.',
    ],
    [
      'DRAW point MAPPING name AS fill SCALE IDENTITY fill SETTING foo => 1',
      'SCALE IDENTITY has no setting foo.',
    ],
    [
      'DRAW point MAPPING name AS fill SCALE IDENTITY fill SETTING breaks => 1',
      'SCALE IDENTITY has no setting breaks.',
    ],
    [
      'DRAW point SCALE BINNED x SETTING foo => 1',
      'Possible: breaks, reverse, oob, pretty, closed.',
    ],
    [
      'DRAW line FACET name SETTING foo => 1',
      'FACET has no setting foo. Possible: free, ncol, nrow.',
    ],
    [
      'DRAW line FACET name BY sector SETTING foo => 1',
      'FACET has no setting foo. Possible: free.',
    ],
    [
      'DRAW line FACET name SCALE panel SETTING foo => 1',
      'SCALE panel has no setting foo. Possible: breaks.',
    ],
    [
      'DRAW line FACET date SCALE BINNED panel SETTING foo => 1',
      'Possible: breaks, oob, pretty, closed.',
    ],
    [
      'DRAW line FACET rank SCALE DISCRETE panel SETTING breaks => 2',
      'SCALE panel has no setting breaks.',
    ],
  ] as const) {
    const { problems } = compileChart(
      parseVisualise(`VISUALISE date AS x, score AS y ${clause}`),
      sampleColumns,
    );
    const sentences = problems.map(problemSentence);
    assert.ok(
      problems.every(({ code }) => code === 'unknownSetting'),
      sentences.join(' '),
    );
    assert.equal(problems.length, 1, clause);
    assert.ok(sentences[0]?.includes(words), sentences[0]);
  }
});

test('a value of the wrong kind says what was expected', () => {
  check(`${line} SETTING opacity => 'half'`, ["badValue «'half'» a number from 0 to 1"]);
  check(`${line} SETTING opacity => 7`, ['badValue «7» a number from 0 to 1']);
  check(`${line} SETTING stroke => 'bluee'`, [`badValue «'bluee'» ${colour}`]);
  for (const text of ['Teal', '#1a85ffcc', 'rgb(1, 2, 3)', 'hsla(120, 50%, 50%, 0.5)', 'none']) {
    check(`${line} SETTING stroke => '${text}'`, []);
  }
  // A browser draws these, and readers of an exported picture do not.
  for (const text of ['oklch(60% 0.1 250)', 'lab(50 1 2)', 'color-mix(in srgb, red, blue)']) {
    check(`${line} SETTING stroke => '${text}'`, [`badValue «'${text}'» ${colour}`]);
  }
  check(`${line} SETTING linetype => 'wavy'`, ["badValue «'wavy'» dotted"]);
  check(`${line} SETTING linewidth => [1, 2]`, ['badValue «linewidth => [1, 2]» for PLACE']);
  check(`${line} SETTING position => 'sideways'`, ["badValue «'sideways'» identity"]);
  check(`${line} SCALE y FROM ['a', 'b']`, ["badValue «'a'» a number", "badValue «'b'» a number"]);
  check(`${line} SCALE x FROM ['soon', null]`, ["badValue «'soon'» 2026-01-31"]);
  check(`${line} SCALE y FROM [1, 2, 3]`, ['badValue «[1, 2, 3]» two values']);
  check(`${line} SCALE y TO ['red']`, ["badValue «['red']» FROM"]);
  check(`${line} SCALE x SETTING breaks => 'fortnight'`, ["badValue «'fortnight'» 2 weeks"]);
  check(`${line} SETTING labels => 'end'`, ["badValue «'end'» true or false"]);
  check(`${line} SCALE y SETTING reverse => 1`, ['badValue «1» true or false']);
  check(`${line} PLACE rule SETTING y => 'zero'`, ["badValue «'zero'» a number"]);
  check(`${line} PLACE point SETTING x => ['2026-03-01', '2026-03-02'], y => [1, 2, 3]`, [
    "badValue «['2026-03-01', '2026-03-02']» one value or 3",
  ]);
  check('VISUALISE name AS x, score AS y DRAW bar SETTING width => 3', [
    'badValue «width => 3» band',
  ]);
  check(`${line} FACET name SETTING ncol => 0`, ['badValue «0» whole number']);
  check(`${line} FACET name SETTING free => 'z'`, ["badValue «'z'»"]);
});

test('types that do not go together are refused', () => {
  check('VISUALISE date AS x, score AS y DRAW line DRAW point MAPPING name AS x', [
    'mixedTypes «name» DATE and VARCHAR on x',
  ]);
  check('VISUALISE name AS x, score AS y, sector AS size DRAW point', [
    'wrongType «sector» needs a number',
  ]);
  check('VISUALISE name AS x, score AS y DRAW point SCALE CONTINUOUS x', [
    'wrongType «SCALE CONTINUOUS x» a number or a date',
  ]);
  check('VISUALISE name AS x, score AS y DRAW point SCALE x VIA date', [
    'wrongType «SCALE x VIA date» a DATE',
  ]);
  check('VISUALISE date AS x, score AS y DRAW rule', ['ambiguousRule «rule»']);
  check(`${line} SCALE y FROM [0, 1] SCALE y FROM [0, 2]`, ['duplicateClause «y»']);
  check(`${line} PLACE rule MAPPING 0 AS y SETTING y => 0`, [
    'expected «PLACE rule MAPPING 0 AS y SETTING y => 0» PLACE draws literals',
  ]);
});

test('what is understood and not drawn says so by its name', () => {
  for (const layer of ['polygon', 'violin', 'rect', 'errorbar', 'linear', 'spatial', 'arrow']) {
    check(`VISUALISE date AS x, score AS y DRAW ${layer}`, [
      `notYet «${layer}» The layer ${layer} is not supported yet.`,
    ]);
  }
  check(`${line} REMAPPING count AS y`, ['notYet «count AS y» REMAPPING of the layer line']);
  check('VISUALISE date AS x DRAW rule SETTING aggregate => 1', [
    'notYet «aggregate» SETTING aggregate of the layer rule',
  ]);
  check(`${line} SETTING position => 'jitter'`, ["notYet «'jitter'» jitter"]);
  check(`${line} ORDER BY score`, ['notYet «score» ORDER BY']);
  check('VISUALISE score AS x DRAW histogram ORDER BY rank', ['notYet «rank» layer histogram']);
  check("VISUALISE name AS x, score AS y DRAW bar SETTING aggregate => 'mean' ORDER BY rank", [
    'notYet «rank» ORDER BY of the layer bar',
  ]);
  check('VISUALISE score AS x DRAW histogram SCALE BINNED x', ['notYet «BINNED» layer histogram']);
  check('VISUALISE lo AS x, hi AS y, rank AS shape DRAW point SCALE BINNED shape', [
    'notYet «BINNED» shape',
  ]);
  check('VISUALISE lo AS x, hi AS y, date AS fill DRAW point SCALE BINNED fill', [
    'notYet «BINNED» dates',
  ]);
  const coloured = 'VISUALISE lo AS x, hi AS y, score AS fill DRAW point SCALE BINNED fill';
  check(`${coloured} SETTING pretty => false`, ['notYet «pretty» pretty']);
  check(`${coloured} TO ['red', 'blue']`, ["notYet «['red', 'blue']» without SETTING breaks"]);
  check(`${coloured} TO ['red'] SETTING breaks => [0, 1, 2]`, [
    "badValue «['red']» one value a bin: 2",
  ]);
  check(`${coloured} SETTING breaks => [0, 1]`, ['badValue «[0, 1]» three numbers']);
  const bars = 'VISUALISE score AS x DRAW bar SCALE BINNED x SETTING';
  check(`${bars} closed => 'both'`, ["badValue «'both'» left, right"]);
  check(`${bars} oob => 'keep'`, ["badValue «'keep'» censor, squish"]);
  check(`${bars} breaks => [0, 'a']`, ["badValue «'a'» a number", "badValue «'a'» a number"]);
  check('VISUALISE name AS x DRAW bar SCALE BINNED x', [
    'wrongType «DRAW bar» a number or a date',
    'wrongType «SCALE BINNED x» a number or a date',
  ]);
  check(`${line} SCALE IDENTITY x`, ['notYet «IDENTITY» SCALE IDENTITY']);
  for (const transform of ['exp', 'exp2', 'exp10', 'time']) {
    check(`${line} SCALE y VIA ${transform}`, [`notYet «${transform}» VIA ${transform}`]);
  }
  check(`${line} SCALE y VIA reverse`, ['badValue «reverse» SETTING reverse => true']);
  check(`${line} SCALE y SETTING expand => 1`, ['notYet «expand» expand']);
  check(`${line} SCALE y RENAMING * => '{:title}'`, ["notYet «* => '{:title}'» {:title}"]);
  check(`${line} SCALE y RENAMING * => '{:num %q}'`, ["notYet «* => '{:num %q}'» {:num %q}"]);
  check(`${line} SCALE x RENAMING * => '{:time %N}'`, ["notYet «* => '{:time %N}'» {:time %N}"]);
  check('VISUALISE name AS x, score AS y, lo AS fill DRAW bar SCALE fill TO vik', [
    'notYet «vik» The palette vik',
  ]);
  check(`${line} FACET name, sector`, ['notYet «sector» several columns']);
  check(`${line} FACET name SETTING missing => 'null'`, ['notYet «missing» missing']);
  check(`${line} FACET name SETTING missing => 'drop'`, ['notYet «missing» missing']);
  check(`${line} LABEL caption => 'a'`, ['notYet «caption» caption']);
});

test('marks are set apart on a discrete axis alone', () => {
  const x = 'VISUALISE score AS x, lo AS y, name AS fill';
  check(`${x} DRAW point SETTING position => 'jitter'`, ["noBand «'jitter'» SCALE DISCRETE x"]);
  check(`${x} DRAW point SETTING position => 'dodge'`, ["noBand «'dodge'» SCALE DISCRETE x"]);
  check(`${x} DRAW bar SETTING position => 'dodge'`, ["noBand «'dodge'» SCALE DISCRETE x"]);
  check("VISUALISE score AS x, name AS fill DRAW histogram SETTING position => 'dodge'", [
    "noBand «'dodge'» SCALE DISCRETE x",
  ]);
  check("VISUALISE published AS x, lo AS y, name AS fill DRAW bar SETTING position => 'dodge'", [
    "noBand «'dodge'» SCALE DISCRETE x",
  ]);
  check("VISUALISE name AS x, lo AS y DRAW point SETTING position => 'jitter', width => 2", [
    'badValue «2» band',
  ]);
  check('VISUALISE name AS x, lo AS y DRAW point SETTING dodge => false', [
    "badValue «dodge => false» position => 'jitter'",
  ]);
  for (const layer of ['boxplot', 'line', 'smooth']) {
    check(`VISUALISE rank AS x, lo AS y DRAW ${layer} SETTING position => 'stack'`, [
      `notYet «'stack'» SETTING position => 'stack' of the layer ${layer}`,
    ]);
  }
  check("VISUALISE name AS x, lo AS y DRAW boxplot SETTING position => 'jitter'", [
    "notYet «'jitter'» Possible: identity, dodge.",
  ]);
});

test('a statistic says what it cannot compute', () => {
  check('VISUALISE name AS x DRAW histogram', ['wrongType «DRAW histogram» a number or a date']);
  check('VISUALISE score AS x DRAW histogram SETTING bins => 2.5', ['badValue «2.5» whole number']);
  check('VISUALISE score AS x DRAW histogram REMAPPING height AS y', [
    'badValue «height AS y» density AS y',
  ]);
  check('VISUALISE name AS x, sector AS y DRAW boxplot', ['wrongType «DRAW boxplot» a number']);
  check(`${line.replace('line', 'smooth')} SETTING method => 'magic'`, [
    "badValue «'magic'» 'ols'",
  ]);
  check(`${line} SETTING aggregate => 'mode'`, ["badValue «'mode'» 'median'"]);
  check('VISUALISE score AS y DRAW density', [
    'unknownAesthetic «y» ',
    'missingAesthetic «density» x',
  ]);
  check('VISUALISE score AS x DRAW histogram DRAW point MAPPING lo AS y FACET name', []);
});

test('a scale that nothing uses is a note, and so is a literal that looks like a paint', () => {
  const notes = (clause: string): readonly string[] =>
    compileChart(parseVisualise(clause), sampleColumns).notes;
  assert.deepEqual(notes(`${line} SCALE size TO [1, 2]`), [
    'SCALE size has no effect: nothing is mapped to size.',
  ]);
  assert.deepEqual(notes(`${line} LABEL fill => 'a', x => 'b', panel => 'c'`), [
    'LABEL fill has no effect: nothing is mapped to fill.',
    'LABEL panel has no effect: nothing is mapped to panel.',
  ]);
  assert.match(notes(`${line} MAPPING 'red' AS colour`).join(), /SETTING colour => 'red'/);
});

test('a chart names the columns it needs, each once', () => {
  const { columns } = compileChart(
    parseVisualise(
      'VISUALISE date AS x, Score AS y, score AS colour DRAW point PARTITION BY name FACET sector',
    ),
    sampleColumns,
  );
  assert.deepEqual([...columns].sort(), ['date', 'name', 'score', 'sector']);
});
