/** Clauses with a golden specification each, by the name of its file. */

export const goldenCases: Readonly<Record<string, string>> = {
  line: `VISUALISE date AS x, score AS y DRAW line`,
  'line-by-name': `VISUALISE date AS x, score AS y, name AS colour DRAW line
    LABEL title => 'Who is ahead?', subtitle => 'Scores by day', y => 'Score', colour => null`,
  'line-partition': `VISUALISE date AS x, score AS y DRAW line SETTING opacity => 0.4 PARTITION BY name`,
  'line-dashes': `VISUALISE date AS x, score AS y, sector AS linetype DRAW line PARTITION BY name
    SCALE linetype TO ['solid', 'dotted']`,
  'line-two-measures': `VISUALISE date AS x
    DRAW line MAPPING score AS y, 'score' AS colour
    DRAW line MAPPING hi AS y, 'upper end' AS colour SETTING linetype => 'dashed'
    LABEL colour => null`,
  'line-and-points': `VISUALISE date AS x, score AS y, name AS stroke
    DRAW line SETTING linewidth => 0.75
    DRAW point MAPPING name AS fill SETTING size => 2`,
  'line-transposed': `VISUALISE score AS x, rank AS y DRAW line SETTING orientation => 'transposed'`,
  'line-timestamp': `VISUALISE published AS x, score AS y, name AS colour DRAW line
    SCALE x FROM ['2026-03-22', '2026-03-28T12:00:00'] SETTING breaks => 'day' RENAMING * => '{:time %d/%m}'`,
  'line-instant': `VISUALISE last_updated AS x, "net.change [pct]" AS y DRAW line PARTITION BY "fund's ""own"" name"`,
  'line-pieces': `VISUALISE date AS x, score AS y, trading_volume AS colour DRAW line PARTITION BY name`,
  'line-pieces-width': `VISUALISE published AS y, score AS x, weight AS linewidth, sector AS stroke
    DRAW line SETTING orientation => 'transposed' PARTITION BY name SCALE x FROM [-2, 2]`,
  'panel-pieces': `VISUALISE score AS x, lo AS y, date AS stroke DRAW path ORDER BY rank DESC, date
    DRAW point MAPPING null AS stroke FACET sector`,
  'line-log': `VISUALISE date AS x, trading_volume AS y, name AS colour DRAW line
    SCALE y FROM [1000000, null] VIA log10`,
  'point-whole-ticks': `VISUALISE date AS x, rank AS y, rank AS size DRAW point
    SCALE y VIA integer SCALE size VIA integer`,
  'line-open-domain': `VISUALISE date AS x, score AS y, name AS colour DRAW line
    SCALE x FROM ['2026-03-24', null] SCALE y FROM [null, 3] SETTING breaks => 4`,
  'line-breaks': `VISUALISE date AS x, score AS y, name AS colour DRAW line
    SCALE x SETTING breaks => ['2026-03-22', '2026-03-29'] RENAMING '2026-03-22' => 'start'
    SCALE y SETTING reverse => true, breaks => [-3, 0, 3] RENAMING 0 => 'zero', 3 => null`,
  'panel-lines': `VISUALISE date AS x, score AS y DRAW line DRAW rule MAPPING 0 AS y
    FACET name SETTING free => 'y', ncol => 2`,
  'panel-shared': `VISUALISE date AS x, score AS y DRAW line FACET name
    SCALE panel FROM ['Dogwood', 'Alder'] RENAMING 'Alder' => 'The first' LABEL panel => 'Company'`,
  'panel-grid': `VISUALISE score AS x, lo AS y DRAW point FACET sector BY is_new
    SCALE row RENAMING * => '{:UPPER}' LABEL row => 'Sector'`,
  'panel-bars': `VISUALISE score AS x, name AS y DRAW bar FACET sector SETTING free => ['y']`,
  'panel-dates': `VISUALISE name AS y, score AS x DRAW point FACET date SETTING ncol => 5`,
  area: `VISUALISE date AS x, trading_volume AS y, name AS fill DRAW area`,
  'area-identity': `VISUALISE date AS x, trading_volume AS y, name AS fill DRAW area
    SETTING position => 'identity', opacity => 0.4, stroke => 'black', linewidth => 0.5`,
  'bar-ranked': `VISUALISE name AS y, score AS x, sector AS fill DRAW bar
    LABEL title => 'Most bullish', x => 'Score'`,
  'bar-vertical': `VISUALIZE name AS x, trading_volume AS y DRAW bar SETTING fill => 'teal', width => 0.5`,
  'bar-horizontal-width': `VISUALISE name AS y, trading_volume AS x DRAW bar SETTING width => 0.5`,
  'bar-dates': `VISUALISE date AS x, trading_volume AS y, name AS fill DRAW bar SCALE fill TO tableau10`,
  'bar-dodge': `VISUALISE sector AS x, score AS y, name AS fill DRAW bar SETTING position => 'dodge'`,
  'bar-share': `VISUALISE rank AS x, weight AS y, sector AS fill DRAW bar SETTING position => 'fill'
    SCALE ORDINAL x RENAMING 1 => 'first'`,
  'bar-log': `VISUALISE name AS x, trading_volume AS y, sector AS fill DRAW bar SCALE y VIA log2`,
  'bar-count': `VISUALISE sector AS y DRAW bar`,
  'bar-count-all': `VISUALISE 'total' AS y DRAW bar FILTER rank > 1`,
  'bar-weighted-count': `VISUALISE sector AS x DRAW bar MAPPING weight AS weight, is_new AS fill
    SCALE fill RENAMING 'true' => 'new', 'false' => 'known'`,
  'bar-order': `VISUALISE name AS y, weight AS x, is_new AS fill DRAW bar ORDER BY date DESC`,
  'bar-chosen': `VISUALISE name AS y, score AS x, sector AS fill DRAW bar
    SCALE y FROM ['Birch', 'Alder'] SCALE fill FROM ['timber', 'fruit'] TO ['#224466', 'orange']
    RENAMING 'timber' => 'Timber', * => '{:lower} ({})'`,
  point: `VISUALISE score AS x, trading_volume AS y, sector AS colour, weight AS size DRAW point
    SCALE y VIA sqrt SCALE size TO [1, 6] SETTING breaks => 3`,
  'point-shapes': `VISUALISE score AS x, lo AS y, sector AS shape, is_new AS fill DRAW point
    SETTING stroke => 'black', size => 4 SCALE shape TO ['diamond', 'square'] SCALE fill TO ('white', 'black')`,
  'point-short-list': `VISUALISE score AS x, lo AS y, name AS fill, sector AS shape DRAW point
    SCALE fill TO ['red', 'blue', 'green'] SCALE shape FROM ['timber', 'fruit'] TO ['circle']`,
  'point-enum': `VISUALISE score AS x, lo AS y, grade AS fill, grade AS shape DRAW point`,
  'bar-enum-dodge': `VISUALISE sector AS x, score AS y, grade AS fill DRAW bar
    SETTING position => 'dodge', aggregate => 'max'`,
  'point-hollow': `VISUALISE score AS x, lo AS y DRAW point SETTING fill => null, stroke => 'red', shape => 'triangle'`,
  'point-diverging': `VISUALISE date AS x, name AS y, score AS colour DRAW point
    SCALE colour FROM [-3, 3] TO diverging SETTING reverse => false`,
  'point-diverging-log': `VISUALISE date AS x, name AS y, score AS colour DRAW point
    SCALE colour FROM [0.25, 4] TO diverging VIA log2`,
  'point-fill-and-stroke': `VISUALISE score AS x, lo AS y, sector AS fill, name AS stroke DRAW point
    SCALE fill TO set2 SCALE stroke TO dark2`,
  'point-identity': `VISUALISE score AS x, lo AS y, sector AS fill DRAW point SCALE IDENTITY fill`,
  'point-literals': `VISUALISE score AS x, lo AS y, 5 AS size, 'all' AS colour DRAW point`,
  'point-dates-by-colour': `VISUALISE name AS x, score AS y, date AS fill DRAW point SCALE fill TO viridis`,
  'point-symlog': `VISUALISE score AS x, "net.change [pct]" AS y DRAW point SCALE y VIA asinh SCALE DISCRETE fill`,
  'heat-map': `VISUALISE date AS x, name AS y, score AS fill DRAW tile SCALE fill TO diverging
    LABEL title => 'How is the portfolio?', fill => 'Score'`,
  'heat-map-labels': `VISUALISE rank AS x, name AS y, score AS fill
    DRAW tile SETTING stroke => 'white', height => 0.9 SCALE fill TO rdbu
    DRAW text MAPPING score AS label SETTING format => '{:num %+.1f} pt', fontsize => 7, colour => 'black'`,
  'heat-map-timestamps': `VISUALISE published AS x, name AS y, score AS fill DRAW tile`,
  'heat-map-mark': `VISUALISE date AS x, name AS y, score AS fill DRAW tile
    PLACE rule SETTING x => '2026-03-28', colour => 'black'`,
  'tile-from-to': `VISUALISE lo AS xmin, hi AS xmax, name AS y DRAW tile SETTING fill => 'silver'`,
  rules: `VISUALISE date AS x, score AS y DRAW rule MAPPING date AS x, null AS y, sector AS stroke
    DRAW line PARTITION BY name`,
  text: `VISUALISE * DRAW text MAPPING date AS x, score AS y
    SETTING hjust => 'left', vjust => 'bottom', offset => [3, 2], fontweight => 'bold', italic => true`,
  'text-dates': `VISUALISE score AS x, name AS y DRAW text MAPPING date AS label, sector AS fill
    SETTING typeface => 'serif', rotation => 20`,
  path: `VISUALISE score AS x, trading_volume AS y, name AS colour DRAW path`,
  'path-ordered': `VISUALISE score AS x, lo AS y DRAW path PARTITION BY name ORDER BY rank DESC
    SETTING linetype => 'dotted'`,
  segment: `VISUALISE date AS x, lo AS y, date AS xend, hi AS yend, sector AS stroke DRAW segment`,
  'segment-placed': `VISUALISE date AS x, score AS y DRAW point
    PLACE segment SETTING x => '2026-03-21', xend => '2026-03-25', y => 0, yend => 2, colour => 'red'`,
  range: `VISUALISE date AS x, name AS colour DRAW range MAPPING lo AS ymin, hi AS ymax
    DRAW point MAPPING score AS y`,
  'range-lying': `VISUALISE name AS y DRAW range MAPPING lo AS xmin, hi AS xmax SETTING linewidth => 2`,
  'range-from-literal': `VISUALISE name AS x DRAW range MAPPING 0 AS ymin, weight AS ymax
    DRAW point MAPPING weight AS y`,
  'range-from-date': `VISUALISE '2026-03-18' AS xmin, date AS xmax, name AS y DRAW range`,
  'segment-from-literal': `VISUALISE 'Birch' AS x, 0 AS y, name AS xend, rank AS yend DRAW segment`,
  'tile-from-literal': `VISUALISE '2026-03-18T12:30' AS xmin, published AS xmax, name AS y DRAW tile
    SETTING opacity => 0.1`,
  'ribbon-from-literal': `VISUALISE date AS x DRAW ribbon MAPPING 0 AS ymin, rank AS ymax`,
  ribbon: `VISUALISE date AS x DRAW ribbon MAPPING lo AS ymin, hi AS ymax DRAW line MAPPING score AS y`,
  'ribbon-vertical': `VISUALISE rank AS y, sector AS fill DRAW ribbon MAPPING lo AS xmin, hi AS xmax`,
  place: `VISUALISE date AS x, score AS y DRAW line PARTITION BY name
    PLACE rule SETTING y => 0, colour => 'grey', linetype => 'dotted'
    PLACE tile SETTING xmin => '2026-03-22', xmax => '2026-03-25', ymin => -1, ymax => 1, fill => 'silver'
    PLACE text SETTING x => '2026-03-25T12:30:00', y => 2, label => 'event', vjust => 'bottom'`,
  'place-lists': `VISUALISE date AS x, score AS y DRAW line PARTITION BY name
    PLACE point SETTING x => ['2026-03-22', '2026-03-26'], y => (1, 2), colour => ['red', 'blue'], size => 5
    PLACE text SETTING x => ['2026-03-22', '2026-03-26'], y => 3, label => ['a', 'b'], opacity => [1, 0.5]`,
  'discrete-dates': `VISUALISE date AS x, score AS y DRAW bar SCALE DISCRETE x RENAMING '2026-03-21' => 'Saturday'`,
  'point-discrete-dates': `VISUALISE name AS x, score AS y, date AS fill DRAW point SCALE DISCRETE fill`,
  'line-each-date': `VISUALISE name AS x, score AS y, published AS linetype DRAW line PARTITION BY date, last_updated`,
  histogram: `VISUALISE score AS x DRAW histogram SETTING bins => 8 LABEL title => 'How are scores spread?'`,
  'histogram-density': `VISUALISE score AS x, sector AS fill DRAW histogram REMAPPING density AS y
    SETTING binwidth => 1, position => 'identity', opacity => 0.5 FILTER score > -3 -- no outliers`,
  'histogram-dates': `VISUALISE published AS x, name AS fill DRAW histogram SETTING bins => 7`,
  'histogram-log': `VISUALISE trading_volume AS x, sector AS fill DRAW histogram SETTING bins => 6 SCALE x VIA log10`,
  'histogram-days': `VISUALISE date AS x, name AS fill DRAW histogram SETTING bins => 7`,
  'panel-histograms': `VISUALISE score AS x DRAW histogram FACET sector SETTING ncol => 2`,
  'density-log': `VISUALISE trading_volume AS x DRAW density SCALE x VIA log2`,
  density: `VISUALISE score AS x, sector AS fill DRAW density SETTING opacity => 0.5`,
  'density-count': `VISUALISE date AS x DRAW density REMAPPING count AS y SETTING bandwidth => 2`,
  boxplot: `VISUALISE sector AS x, score AS y DRAW boxplot`,
  'boxplot-literal': `VISUALISE 'all' AS x, score AS y, sector AS fill DRAW boxplot`,
  'boxplot-lying': `VISUALISE name AS y, score AS x, sector AS fill DRAW boxplot SETTING coef => 0.2`,
  smooth: `VISUALISE date AS x, score AS y, sector AS colour DRAW smooth DRAW point`,
  'smooth-line': `VISUALISE score AS x, hi AS y DRAW point DRAW smooth SETTING method => 'ols', colour => 'red'`,
  'smooth-log': `VISUALISE trading_volume AS x, hi AS y DRAW point DRAW smooth SETTING method => 'ols' SCALE x VIA log10`,
  'smooth-moving': `VISUALISE date AS x, score AS y DRAW smooth SETTING method => 'moving', window => 3 PARTITION BY name`,
  'line-aggregate': `VISUALISE date AS x, score AS y, sector AS colour DRAW line SETTING aggregate => 'mean'`,
  'bar-aggregate': `VISUALISE sector AS y, weight AS x DRAW bar SETTING aggregate => 'median'`,
  'point-filter': `VISUALISE date AS x, score AS y DRAW line PARTITION BY name
    DRAW point SETTING colour => 'red' FILTER abs(score) > 3 ORDER BY date`,
  'point-side': `VISUALISE date AS x, score AS y, side AS colour DRAW point LABEL colour => 'Side'`,
  'line-side': `VISUALISE date AS x, score AS y, side AS colour DRAW line PARTITION BY name`,
  'bar-side': `VISUALISE name AS y, score AS x, side AS fill DRAW bar
    DRAW rule MAPPING 2 AS x SETTING colour => 'bull'`,
  'panel-side': `VISUALISE date AS x, score AS y, side AS fill DRAW point SETTING size => 3 FACET name
    SCALE fill TO ['bull', 'bear'] RENAMING 'bullish' => 'Up', 'bearish' => 'Down'`,
  'rule-table': `VISUALISE date AS x, score AS y DRAW line PARTITION BY name
    DRAW rule MAPPING day AS x, null AS y FROM events SETTING colour => 'grey'
    DRAW text MAPPING day AS x, impact AS y, headline AS label FROM events`,
  'point-jitter': `VISUALISE name AS x, score AS y, is_new AS fill DRAW point SETTING position => 'jitter', opacity => 0.6`,
  'point-jitter-plain': `VISUALISE sector AS x, name AS y, score AS fill DRAW point
    SETTING position => 'jitter', width => 0.8, dodge => false`,
  'point-dodge': `VISUALISE sector AS y, score AS x, name AS shape DRAW point SETTING position => 'dodge'`,
  'range-dodge': `VISUALISE sector AS x, name AS colour DRAW range MAPPING lo AS ymin, hi AS ymax
    SETTING position => 'dodge' DRAW point MAPPING score AS y SETTING position => 'dodge'
    SCALE colour FROM ['Dogwood', 'Alder', 'Birch']`,
  'boxplot-dodge': `VISUALISE sector AS x, score AS y, is_new AS fill DRAW boxplot`,
  'boxplot-jitter': `VISUALISE sector AS x, score AS y DRAW boxplot DRAW point SETTING position => 'jitter'`,
  'boxplot-jitter-parted': `VISUALISE name AS x, score AS y, is_new AS fill
    DRAW boxplot DRAW point SETTING position => 'jitter'`,
  'boxplot-jitter-lying': `VISUALISE name AS y, score AS x, is_new AS fill
    DRAW boxplot DRAW point SETTING position => 'jitter'`,
  'boxplot-dodge-points': `VISUALISE sector AS x, score AS y, name AS fill
    DRAW boxplot DRAW point SETTING position => 'dodge'`,
  'bar-jitter': `VISUALISE sector AS x, score AS y DRAW bar SETTING aggregate => 'mean'
    DRAW point SETTING position => 'jitter'`,
  'panel-boxplot-jitter': `VISUALISE sector AS x, score AS y, is_new AS fill
    DRAW boxplot DRAW point SETTING position => 'jitter' FACET side`,
  'panel-path-orders': `VISUALISE score AS x, lo AS y DRAW path ORDER BY sector DESC, rank ASC DRAW point FACET name`,
  'path-orders': `VISUALISE score AS x, lo AS y, name AS colour DRAW path ORDER BY sector DESC, rank ASC, date`,
  'segment-order': `VISUALISE date AS x, lo AS y, hi AS yend, rank AS stroke DRAW segment ORDER BY rank DESC`,
  'bar-share-zero': `VISUALISE date AS x, trading_volume AS y, name AS fill DRAW bar SETTING position => 'fill'`,
  'area-share': `VISUALISE date AS x, trading_volume AS y, name AS fill DRAW area SETTING position => 'fill'`,
  'labels-title': `VISUALISE sector AS y, weight AS x DRAW bar
    SCALE y RENAMING * => '{:Title} (all)' SCALE x RENAMING * => '{:num %.1f%% p.a.}', 0 => 'nil'`,
  'labels-time': `VISUALISE date AS x, score AS y DRAW line PARTITION BY name
    SCALE x SETTING breaks => 'week' RENAMING * => '{:time %-d %b %Y}' SCALE y VIA symlog`,
  'tile-dodge': `VISUALISE sector AS x, name AS fill DRAW tile MAPPING lo AS ymin, hi AS ymax
    SETTING position => 'dodge', width => 0.8, opacity => 0.2 FILTER rank < 3`,
  'panel-parts': `VISUALISE date AS x, score AS y DRAW line DRAW smooth SETTING method => 'ols', colour => 'red'
    DRAW point FILTER score > 3 FACET name`,
  'panel-repeated': `VISUALISE date AS x, score AS y DRAW line
    DRAW rule MAPPING day AS x, null AS y FROM events SETTING linetype => 'dotted' FACET name SETTING missing => 'repeat'`,
  'panel-grid-parts': `VISUALISE score AS x, lo AS y DRAW point DRAW smooth FACET sector BY is_new`,
  'point-aggregate': `VISUALISE score AS x, lo AS y, name AS fill, trading_volume AS size DRAW point
    SETTING aggregate => ('mean', 'size:count') DRAW text MAPPING name AS label SETTING aggregate => 'mean', offset => [8, 0]`,
  'line-pieces-aggregate': `VISUALISE date AS x, score AS y, trading_volume AS stroke DRAW line SETTING aggregate => 'mean'`,
  'panel-months': `VISUALISE date AS x, score AS y, name AS colour DRAW line FACET date SETTING free => 'x'
    SCALE panel SETTING breaks => 'month'`,
  'panel-bins': `VISUALISE score AS x, lo AS y DRAW point FACET weight BY score
    SCALE BINNED row SETTING breaks => [0, 5, 20] SCALE BINNED column FROM [-5, 5] SETTING breaks => 2`,
  'panel-listed-rest': `VISUALISE score AS x DRAW histogram SETTING bins => 5 FACET name
    SCALE panel FROM ['Dogwood', null] RENAMING null => 'The rest'`,
  'point-listed-rest': `VISUALISE score AS x, lo AS y, name AS colour DRAW point
    SCALE DISCRETE colour FROM ['Alder', 'Birch', null] TO ['red', 'blue', 'silver'] RENAMING null => 'Other'`,
  'bar-listed-rest': `VISUALISE name AS x, rank AS fill DRAW bar SCALE x FROM ['Cedar', 'Alder', null]
    SCALE DISCRETE fill FROM [1, null]`,
  'tile-integers': `VISUALISE weight AS x, rank AS y, score AS fill DRAW tile`,
  'point-identity-size': `VISUALISE score AS x, lo AS y, rank AS size DRAW point SCALE IDENTITY size`,
  'binned-count': `VISUALISE score AS x, sector AS fill DRAW bar SCALE BINNED x SETTING breaks => 8`,
  'binned-days': `VISUALISE date AS y, sector AS fill DRAW bar SCALE BINNED y SETTING breaks => 'week'`,
  'panel-binned-days': `VISUALISE date AS x DRAW bar FACET sector SCALE BINNED x RENAMING * => 'from {}'`,
  'binned-lying': `VISUALISE score AS y DRAW bar SCALE BINNED y FROM [-4, 4] SETTING breaks => 4, pretty => false, closed => 'right'`,
  'binned-log': `VISUALISE trading_volume AS x DRAW bar SCALE BINNED x VIA log10`,
  'binned-listed': `VISUALISE score AS x, weight AS y DRAW bar SETTING aggregate => 'sum'
    SCALE BINNED x SETTING breaks => [-4, -1, 0, 1, 4], oob => 'squish'`,
  'binned-tiles': `VISUALISE score AS x, date AS y DRAW tile MAPPING rank AS fill
    SCALE BINNED x SETTING breaks => 4 SCALE BINNED y SETTING breaks => 'week'`,
  'binned-boxes': `VISUALISE date AS x, score AS y DRAW boxplot SCALE BINNED x SETTING breaks => 'week'`,
  'binned-points': `VISUALISE score AS x, lo AS y DRAW point SETTING aggregate => 'mean' SCALE BINNED x
    FROM [-3, null]`,
  'binned-colour': `VISUALISE date AS x, name AS y, score AS fill DRAW tile SCALE BINNED fill TO viridis SETTING breaks => 4`,
  'binned-colours': `VISUALISE date AS x, name AS y, score AS fill DRAW tile
    SCALE BINNED fill TO ['#b35806', '#f1a340', '#998ec3', '#542788'] SETTING breaks => [-4, -2, 0, 2, 4]`,
  'binned-size': `VISUALISE score AS x, lo AS y, weight AS size DRAW point SCALE BINNED size TO [1, 5] SETTING breaks => 3`,
};
