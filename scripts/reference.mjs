/**
 * Writes the generated sections of docs/ from the code and the manifest, and the tools for language models into the manifest.
 *
 *   node scripts/reference.mjs            rewrites what is between the markers
 *   node scripts/reference.mjs --check    exits 1 when that would change a file
 *
 * A section is between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { textLoader } from './textLoader.mjs';

const code = await loadCode(`
  export { overlayChanges } from './src/core/overlays/overlayChanges';
  export { snapshotColumns } from './src/core/overlays/snapshot';
  export { sandboxPriceColumns, sandboxPricesDoc } from './src/core/service/sandboxPrices';
  export { portfoliosTable } from './src/core/portfolios/portfolios';
  export { analyses } from './src/core/analyses/analyses';
  export { gallery } from './src/core/gallery/gallery';
  export { sqlSnippets, specificationSnippets } from './src/core/gallery/snippets';
  export { signalFunctions } from './src/core/service/functions';
  export { referenceTables } from './src/core/service/referenceTables';
  export { entityColumns } from './src/core/service/entityFact';
  export { commands as commandLine } from './src/cli/commands';
  export { agentTools } from './src/core/agents/agentTools';
  export { inputSchemaOf } from './src/core/agents/inputSchema';
`);
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
/** The generated section of each page, by its name. */
const sections = {
  functions: functionsText(code.signalFunctions),
  analyses: analysesText(code.analyses()),
  changes: analysesText([code.overlayChanges]),
  gallery: galleryText(code.gallery, [...code.sqlSnippets, ...code.specificationSnippets]),
  tables: tablesText(code.referenceTables),
  'command-line': commandLineText(code.commandLine),
  commands: commandsText(manifest.contributes.commands),
  settings: settingsText(manifest.contributes.configuration),
  agents: agentsText(code.agentTools),
};
manifest.contributes.languageModelTools = languageModelTools(code.agentTools);
await update('package.json', () => `${JSON.stringify(manifest, null, 2)}\n`);
for (const [name, section] of Object.entries(sections)) {
  await update(`docs/${name}.md`, before => withSection(before, name, section));
}

async function update(file, change) {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before) {
    return;
  }
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date. Run: npm run reference`);
    process.exitCode = 1;
  } else {
    await writeFile(file, after);
  }
}

/** Bundles TypeScript and loads it. */
async function loadCode(contents) {
  const outfile = path.resolve(`out/reference-${process.pid}.mjs`);
  await esbuild.build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: textLoader,
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile);
  }
}

function commandLineText(commands) {
  return commands
    .map(({ name, operand, summary, options, examples, exitCodes }) => {
      const rows = options.map(
        option =>
          `| \`--${option.name}${option.value ? ` ${option.value}` : ''}\` | ${option.help.replaceAll('|', '\\|')} |`,
      );
      return [
        `## \`signals ${name}${operand === null ? '' : ` ${operand}`}\``,
        summary,
        ...(rows.length > 0 ? [['| option | meaning |', '| --- | --- |', ...rows].join('\n')] : []),
        examples.map(([line, what]) => `- \`${line}\`: ${what}`).join('\n'),
        `Exit codes: ${exitCodes}`,
      ].join('\n\n');
    })
    .join('\n\n');
}

function withSection(text, name, section) {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`docs/${name}.md has no section ${name}`);
  }
  return `${text.slice(0, from + begin.length)}\n\n${section}\n\n${text.slice(to)}`;
}

function functionsText(functions) {
  return functions.map(functionText).join('\n\n');
}

function functionText(each) {
  const rest = each.arguments.length > 0 ? '…' : '';
  const call = each.first === null ? rest : `${each.first}, ${rest}`;
  return [
    `## ${each.name}`,
    `\`${each.name}(${call})\``,
    each.doc,
    requests(each).join('\n'),
    table(['argument', 'type', 'values', 'default'], argumentRows(each)),
    table(
      ['column', 'type', 'meaning'],
      each.columns.map(({ name, type, doc }) => [`\`${name}\``, type, doc]),
    ),
  ].join('\n\n');
}

/** One list item an operation: when it is asked, and the request. */
function requests({ name, one, list, none }) {
  const cases = [
    [one, 'one entity'],
    [list, 'a list'],
    [none, `\`${name}\``],
  ];
  return cases
    .filter(([operation]) => operation)
    .map(
      ([{ number, method, base, path: rest }, what]) =>
        `- ${what}, operation ${number}: \`${method} {${base}_url}/${rest}\``,
    );
}

function argumentRows({ first, arguments: named }) {
  const subject =
    first === null
      ? []
      : [
          [
            `\`${first}\``,
            'VARCHAR or VARCHAR[]',
            "`'company:x'`, `'x'` for a company, or a list",
            'required',
          ],
        ];
  return [
    ...subject,
    ...named.map(({ name, type, repeatable, values, default: standard, doc }) => {
      const sqlType = { date: 'DATE', text: 'VARCHAR', integer: 'BIGINT', enumeration: 'VARCHAR' }[
        type
      ];
      return [
        `\`${name}\``,
        repeatable ? `${sqlType} or ${sqlType}[]` : sqlType,
        [doc, valuesText(values)].filter(Boolean).join(' '),
        standard ?? '',
      ];
    }),
  ];
}

function valuesText(values) {
  if (values.length === 0) {
    return '';
  }
  return values.length > 60
    ? `One of ${values.length} ids: \`FROM event_types\`.`
    : values.map(value => `\`${value}\``).join(' ');
}

function analysesText(analyses) {
  return analyses
    .map(({ name, doc, parameters, columns }) =>
      [
        `## ${name}`,
        `\`${name}(${parameters
          .filter(parameter => parameter.default === null)
          .map(parameter => parameter.name)
          .concat(parameters.some(parameter => parameter.default !== null) ? '…' : [])
          .join(', ')})\``,
        doc,
        table(
          ['argument', 'default', 'meaning'],
          parameters.map(parameter => [
            `\`${parameter.name}\``,
            parameter.default === null ? 'required' : `\`${parameter.default}\``,
            parameter.doc,
          ]),
        ),
        table(
          ['column', 'type', 'meaning'],
          columns.map(column => [`\`${column.name}\``, column.type, column.doc]),
        ),
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** One section a chart: its picture, when to use it, and its snippets. */
function galleryText(charts, snippets) {
  return charts
    .map(({ id, name, title, use, kind }) => {
      const own = snippets.filter(
        snippet => snippet.name === `chart-${name}` || snippet.name === `chart-${name}-data`,
      );
      return [
        `## ${title}`,
        `![${title}](gallery/${id}.png)`,
        use,
        ...own.toReversed().map(({ name: snippet, text }) => {
          const isSpecification = kind !== 'visualise' && snippet === `chart-${name}`;
          const where = isSpecification ? ' in a `vega-lite` cell' : '';
          return `Snippet \`${snippet}\`${where}:\n\n\`\`\`${isSpecification ? 'json' : 'sql'}\n${text}\n\`\`\``;
        }),
      ].join('\n\n');
    })
    .join('\n\n');
}

function tablesText(tables) {
  const rows = tables.map(({ name, doc, table: { columns, rowCount } }) => [
    `\`${name}\``,
    columns.map(column => `\`${column.name}\``).join(' '),
    `${doc} ${rowCount} rows.`,
  ]);
  const entities = code.entityColumns.map(({ name }) => `\`${name}\``).join(' ');
  const learned =
    'Names, tickers, ISINs and ids of every company seen in an answer of this session.';
  const snapshots = code.snapshotColumns.map(({ name }) => `\`${name}\``).join(' ');
  const portfolios = code.portfoliosTable.columns.map(({ name }) => `\`${name}\``).join(' ');
  const prices = code.sandboxPriceColumns.map(({ name }) => `\`${name}\``).join(' ');
  const kept =
    'Answers about ranked lists that are kept on this computer, of the connection that the cell runs on.';
  return table(
    ['table', 'columns', 'rows'],
    [
      ...rows,
      ['`entities`', entities, learned],
      ['`snapshots`', snapshots, kept],
      ['`sandbox_prices`', prices, code.sandboxPricesDoc],
      ['`portfolios`', portfolios, code.portfoliosTable.doc],
    ],
  );
}

function languageModelTools(tools) {
  return tools.map(tool => ({
    name: tool.name,
    displayName: tool.title,
    toolReferenceName: tool.name,
    canBeReferencedInPrompt: true,
    userDescription: `${tool.title}.`,
    modelDescription: tool.description,
    inputSchema: code.inputSchemaOf(tool),
  }));
}

function agentsText(tools) {
  return table(
    ['tool', 'effect', 'arguments'],
    tools.map(({ name, description, ...tool }) => [
      `\`${name}\``,
      description,
      Object.keys(code.inputSchemaOf(tool).properties ?? {})
        .map(argument => `\`${argument}\``)
        .join(' '),
    ]),
  );
}

function commandsText(commands) {
  return table(
    ['command', 'id'],
    commands.map(({ category, title, command }) => [`${category}: ${title}`, `\`${command}\``]),
  );
}

function settingsText({ properties }) {
  return table(
    ['setting', 'default', 'meaning'],
    Object.entries(properties).map(([name, { default: standard, enum: values, ...rest }]) => [
      `\`${name}\``,
      `\`${JSON.stringify(standard)}\``,
      [rest.markdownDescription ?? rest.description, choicesText(values, rest.enumDescriptions)]
        .filter(Boolean)
        .join(' '),
    ]),
  );
}

function choicesText(values = [], descriptions = []) {
  return values.map((value, index) => `\`${value}\`: ${descriptions[index] ?? ''}`).join(' ');
}

function table(head, rows) {
  const line = cells =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('<', '\\<')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
