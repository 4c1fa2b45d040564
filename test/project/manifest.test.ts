import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { agentTools } from '../../src/core/agents/agentTools';
import { inputSchemaOf } from '../../src/core/agents/inputSchema';
import { sandboxConnection } from '../../src/core/client/connections';
import { readViews } from '../../src/core/overlays/savedViews';
import { connectionRows } from '../../src/core/sidebar/connectionRows';
import { eventTypes, familyRows } from '../../src/core/sidebar/eventTypeRows';
import type { SessionState } from '../../src/core/sidebar/sessionTree';
import {
  colours,
  accountsProvider,
  commands,
  contextKeys,
  controllerId,
  languageModelTools,
  languages,
  mcpServerProvider,
  mimeTypes,
  notebookPattern,
  notebookType,
  rendererId,
  settings,
  settingsSection,
  viewContainer,
  views,
  walkthroughId,
  explorerTabType,
  pageType,
  resultTabType,
} from '../../src/host/ids';

/** Kinds of rows, as the views of core name them. */
const rowKinds = [
  ...['sandbox', 'sharedSandbox', 'connection', 'sharedConnection'],
  ...['notebookPortfolio', 'filePortfolio', 'settingPortfolio', 'unreadablePortfolio'],
  ...['company', 'notebookCompany', 'unknownCompany'],
  ...['sessionTable', 'sessionView', 'brokenView', 'sessionMacro'],
  ...['sessionVariable', 'sessionResult', 'sessionFile'],
  ...['list', 'savedList', 'pinnedList', 'stock', 'loading', 'failed', 'eventType', 'question'],
];

const text = v.string();
const menuItem = v.object({
  command: text,
  when: v.optional(text),
  group: v.optional(text),
});
const setting = v.looseObject({
  type: text,
  scope: text,
  default: v.unknown(),
  markdownDescription: text,
});

const manifest = v.parse(
  v.looseObject({
    icon: text,
    activationEvents: v.array(text),
    extensionKind: v.array(text),
    capabilities: v.object({
      untrustedWorkspaces: v.looseObject({
        supported: text,
        restrictedConfigurations: v.array(text),
      }),
      virtualWorkspaces: v.looseObject({ supported: text }),
    }),
    contributes: v.object({
      notebooks: v.array(
        v.looseObject({ type: text, selector: v.array(v.object({ filenamePattern: text })) }),
      ),
      notebookRenderer: v.array(
        v.looseObject({ id: text, entrypoint: text, mimeTypes: v.array(text) }),
      ),
      languages: v.array(
        v.looseObject({
          id: text,
          configuration: v.optional(text),
          extensions: v.optional(v.array(text), []),
          icon: v.optional(v.strictObject({ light: text, dark: text })),
        }),
      ),
      grammars: v.array(v.looseObject({ language: text, path: text, scopeName: text })),
      commands: v.array(
        v.looseObject({ command: text, title: text, category: text, enablement: v.optional(text) }),
      ),
      menus: v.record(text, v.array(menuItem)),
      viewsContainers: v.object({
        activitybar: v.array(v.object({ id: text, title: text, icon: text })),
      }),
      viewsWelcome: v.array(v.object({ view: text, contents: text, when: v.optional(text) })),
      colors: v.array(v.looseObject({ id: text })),
      authentication: v.array(v.object({ id: text, label: text })),
      languageModelTools: v.array(
        v.object({
          name: text,
          displayName: text,
          toolReferenceName: text,
          canBeReferencedInPrompt: v.boolean(),
          userDescription: text,
          modelDescription: text,
          inputSchema: v.unknown(),
        }),
      ),
      mcpServerDefinitionProviders: v.array(v.strictObject({ id: text, label: text })),
      views: v.record(text, v.array(v.looseObject({ id: text, name: text }))),
      configuration: v.object({ title: text, properties: v.record(text, setting) }),
      walkthroughs: v.array(
        v.looseObject({
          id: text,
          steps: v.array(
            v.object({
              id: text,
              title: text,
              description: text,
              media: v.union([
                v.strictObject({ markdown: text }),
                v.strictObject({ svg: text, altText: text }),
              ]),
              completionEvents: v.array(text),
            }),
          ),
        }),
      ),
    }),
  }),
  JSON.parse(readFileSync('package.json', 'utf8')),
);
const { contributes } = manifest;
const properties = contributes.configuration.properties;
const commandIds: readonly string[] = Object.values(commands);

function hostSource(): string {
  return ['extension', 'registerCommands', 'notebook/controller', 'notebook/rendererMessages']
    .map(file => readFileSync(`src/host/${file}.ts`, 'utf8'))
    .join('\n');
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort();
}

test('the manifest declares the commands that the code has, and no other', () => {
  assert.deepEqual(sorted(contributes.commands.map(one => one.command)), sorted(commandIds));
});

test('the manifest declares the colours that the code has', () => {
  assert.deepEqual(sorted(contributes.colors.map(({ id }) => id)), sorted(Object.values(colours)));
});

test('the manifest declares the tools for language models as they are, and no other', () => {
  // The rest of each is generated: `npm run reference`.
  assert.deepEqual(
    contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      ...{ name, modelDescription, inputSchema },
    })),
    agentTools.map(tool => ({
      name: tool.name,
      modelDescription: tool.description,
      inputSchema: inputSchemaOf(tool),
    })),
  );
  assert.deepEqual(
    agentTools.map(({ name }) => name),
    languageModelTools,
  );
  assert.deepEqual(
    contributes.mcpServerDefinitionProviders.map(({ id }) => id),
    [mcpServerProvider],
  );
});

test('every command is found in the palette under one category', () => {
  assert.deepEqual(new Set(contributes.commands.map(one => one.category)), new Set(['Signals']));
});

test('every menu entry and walkthrough link is a command of ours', () => {
  const inMenus = Object.values(contributes.menus)
    .flat()
    .map(item => item.command);
  const steps = contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);
  const inLinks = steps.flatMap(step =>
    [...step.description.matchAll(/\(command:([^)?]+)/g)].map(match => match[1] ?? ''),
  );
  const inEvents = steps.flatMap(step => step.completionEvents);
  const showing = Object.values(views).map(view => `${view}.focus`);
  const inWelcomes = contributes.viewsWelcome.flatMap(({ contents }) =>
    [...contents.matchAll(/\(command:([^)?]+)/g)].map(match => match[1] ?? ''),
  );
  for (const command of [...inMenus, ...inLinks, ...inWelcomes]) {
    assert.ok([...commandIds, ...showing].includes(command), command);
  }
  const known = [
    ...commandIds.map(command => `onCommand:${command}`),
    ...Object.values(views).map(view => `onView:${view}`),
  ];
  inEvents.forEach(event => assert.ok(known.includes(event), event));
});

const { 'view/title': ofViews = [], 'view/item/context': ofRows = [] } = contributes.menus;

test('every when clause of a view names one of ours, and contexts that exist', () => {
  const known = [
    'listMultiSelection',
    contextKeys.overlayFilter,
    ...rowKinds.map(kind => `viewItem == ${kind}`),
  ];
  for (const { when = '' } of [...ofViews, ...ofRows]) {
    const [view, ...conditions] = when.split(' && ');
    assert.ok(
      Object.values(views).some(id => view === `view == ${id}`),
      when,
    );
    for (const condition of conditions) {
      const several = /^viewItem =~ \/\^\(([\w|]+)\)\$\/$/.exec(condition)?.[1]?.split('|');
      const all = several?.map(kind => `viewItem == ${kind}`) ?? [condition.replace(/^!/, '')];
      assert.ok(
        all.every(each => known.includes(each)),
        when,
      );
    }
  }
  assert.ok(ofViews.length > 0 && ofRows.length > 0);
});

test('every button of a row is in the menu of the same rows too, which the keyboard opens', () => {
  const kindsOf = (when: string): string[] =>
    rowKinds.filter(kind => new RegExp(`\\b${kind}\\b`).test(when));
  for (const { command, when = '', group } of ofRows.filter(item =>
    /^inline/.test(item.group ?? ''),
  )) {
    const inMenu = ofRows
      .filter(item => item.command === command && item.group !== group)
      .flatMap(item => kindsOf(item.when ?? ''));
    for (const kind of kindsOf(when)) {
      assert.ok(inMenu.includes(kind), `${command} of ${kind}`);
    }
  }
});

test('what needs a row of a view is not in the palette', () => {
  const { commandPalette = [] } = contributes.menus;
  assert.ok(commandPalette.every(({ when }) => when === 'false'));
  const hidden = commandPalette.map(({ command }) => command);
  const needsRow = /viewItem == (loading|eventType|unknownCompany)|viewItem (==|=~) \S*session/;
  for (const { command } of ofRows) {
    const all = ofRows.filter(each => each.command === command);
    if (all.every(({ when = '' }) => needsRow.test(when))) {
      assert.ok(hidden.includes(command), command);
    }
  }
});

test('the manifest has the container and the views of the code', () => {
  assert.deepEqual(
    contributes.viewsContainers.activitybar.map(({ id }) => id),
    [viewContainer],
  );
  assert.deepEqual(
    contributes.views[viewContainer]?.map(({ id }) => id),
    Object.values(views),
  );
  assert.deepEqual(
    contributes.authentication.map(({ id }) => id),
    [accountsProvider],
  );
  const [{ icon } = { icon: '' }] = contributes.viewsContainers.activitybar;
  assert.ok(existsSync(icon), icon);
});

test('every empty state of a view has a sentence, and a button for the next step', () => {
  const states = ['noNotebook', 'noKernel', 'empty'] satisfies SessionState[];
  assert.deepEqual(
    contributes.viewsWelcome.map(({ view, when }) => `${view} ${when ?? ''}`.trim()),
    [
      views.portfolios,
      views.questions,
      ...states.map(state => `${views.session} ${contextKeys.session} == ${state}`),
    ],
  );
  // The other views always have rows.
  const connection = sandboxConnection;
  const sandbox = { token: 'none', isCurrent: true, sharesRows: true, expiryMs: null } as const;
  assert.ok(connectionRows([{ ...sandbox, connection, notEntitled: [] }], 0).length > 0);
  assert.ok(readViews(undefined).views.length > 0);
  assert.ok(familyRows(eventTypes(new Map())).length > 0);
  for (const { contents } of contributes.viewsWelcome) {
    const buttons = [...contents.matchAll(/^\[[^\]]+\]\(command:([\w.]+)\)$/gm)];
    assert.ok(buttons.length > 0, contents);
    buttons.forEach(([, command = '']) => assert.ok(commandIds.includes(command), command));
    assert.match(contents, /^[A-Z][^\n]*\.\n/);
  }
});

test('every when clause speaks of our notebook type and of nothing that does not exist', () => {
  const clauses = [
    ...Object.entries(contributes.menus).flatMap(([menu, items]) =>
      /^(view\/|commandPalette)/.test(menu) ? [] : items.map(item => item.when),
    ),
    ...contributes.commands.map(command => command.enablement),
  ].filter(clause => clause !== undefined);
  assert.ok(clauses.length > 0);
  for (const clause of clauses.filter(each => each !== "resourceExtname == '.ipynb'")) {
    const conditions = clause.split(' && ');
    assert.equal(conditions[0], `notebookType == '${notebookType}'`, clause);
    for (const condition of conditions.slice(1)) {
      const known = [
        "notebookCellType == 'code'",
        'notebookCellHasOutputs',
        'notebookCellInputIsCollapsed',
        ...Object.values(contextKeys),
      ];
      assert.ok(known.includes(condition.replace(/^!/, '')), clause);
    }
  }
});

test('commands that need one of our notebooks are offered nowhere else', () => {
  const needing: readonly string[] = [
    commands.restartKernel,
    commands.runWithoutCache,
    commands.runAllWithoutCache,
    commands.runWithUpstream,
    commands.runWithDependents,
    commands.runStale,
    commands.setParameter,
    commands.choosePriceFile,
    commands.exportResult,
    commands.exportNotebook,
    commands.openAsPage,
    commands.editAsVegaLite,
    commands.suggestCharts,
    commands.openResult,
    commands.exploreResult,
    commands.collapseInput,
    commands.expandInput,
    commands.showResultsOnly,
    commands.showCode,
    commands.copyLink,
    commands.copyAsPython,
    commands.copyAsCurl,
    commands.whatChanged,
    commands.compareWith,
    commands.allowWriting,
  ];
  for (const { command, enablement } of contributes.commands) {
    const expected = needing.includes(command) ? `notebookType == '${notebookType}'` : undefined;
    assert.equal(enablement, expected, command);
  }
});

test('the manifest declares the settings that the code reads, and no other', () => {
  const keys = Object.values(settings).map(key => `${settingsSection}.${key}`);
  assert.deepEqual(sorted(Object.keys(properties)), sorted(keys));
});

test('a workspace can set what is shown, and nothing that says where or how requests are sent', () => {
  const settable = Object.entries(properties)
    .filter(([, { scope }]) => !['application', 'machine'].includes(scope))
    .map(([key]) => key);
  assert.deepEqual(sorted(settable), [
    'signals.charts.exportColours',
    'signals.charts.palette',
    'signals.inlayHints.dates',
    'signals.inlayHints.entities',
    'signals.notebook.firstPageRows',
    'signals.notebook.outputs',
    'signals.portfolios',
  ]);
});

test('no setting can hold a token or a header', () => {
  for (const key of Object.keys(properties)) {
    assert.doesNotMatch(key, /token|secret|password|header|proxy|certificate/i);
  }
});

test('every setting says what it does in plain sentences and has a default of its type', () => {
  for (const [key, { markdownDescription, type, default: standard }] of Object.entries(
    properties,
  )) {
    assert.match(markdownDescription, /^[A-Z].*\.$/s, key);
    const actual = Array.isArray(standard)
      ? 'array'
      : Number.isInteger(standard) && type === 'integer'
        ? 'integer'
        : typeof standard;
    assert.equal(actual, type, key);
  }
});

test('the notebook type, its file pattern and its renderer are those of the code', () => {
  assert.deepEqual(
    contributes.notebooks.map(({ type, selector }) => [type, selector[0]?.filenamePattern]),
    [[notebookType, notebookPattern]],
  );
  const [renderer] = contributes.notebookRenderer;
  assert.equal(renderer?.id, rendererId);
  assert.deepEqual(sorted(renderer?.mimeTypes ?? []), sorted(Object.values(mimeTypes)));
  assert.equal(contributes.notebookRenderer.length, 1);
});

test('the files of notebooks have an icon in light and dark themes', () => {
  const [pattern] = contributes.notebooks.flatMap(({ selector }) => selector);
  const ofFiles = contributes.languages.find(({ extensions }) =>
    extensions.includes(pattern?.filenamePattern.replace('*', '') ?? ''),
  );
  const drawn = Object.values(ofFiles?.icon ?? {}).map(file => readFileSync(file, 'utf8'));
  assert.equal(new Set(drawn).size, 2);
  drawn.forEach(svg => assert.match(svg, /^<svg [^>]*viewBox="0 0 16 16"/));
});

test('both cell languages have a grammar and a configuration that are there', () => {
  const ids = sorted(Object.values(languages));
  const ofCells = contributes.languages.filter(({ extensions }) => extensions.length === 0);
  assert.deepEqual(sorted(ofCells.map(({ id }) => id)), ids);
  assert.deepEqual(sorted(contributes.grammars.map(({ language }) => language)), ids);
  const files = [
    ...ofCells.map(({ configuration }) => configuration ?? ''),
    ...contributes.grammars.map(({ path }) => path),
  ];
  for (const file of files) {
    assert.ok(existsSync(file), file);
  }
  for (const { path, scopeName } of contributes.grammars) {
    const grammar = v.parse(
      v.looseObject({ scopeName: text }),
      JSON.parse(readFileSync(path, 'utf8')),
    );
    assert.equal(grammar.scopeName, scopeName, path);
  }
});

test('the walkthrough has five steps, each with a text, a button and an event that completes it', () => {
  const [walkthrough] = contributes.walkthroughs;
  assert.equal(walkthrough?.id, walkthroughId);
  const steps = walkthrough?.steps ?? [];
  const fileOf = (media: (typeof steps)[number]['media']): string =>
    'svg' in media ? media.svg : media.markdown;
  assert.equal(steps.length, 5);
  for (const { id, description, media, completionEvents } of steps) {
    assert.match(description, /^\[[^\]]+\]\(command:[\w.]+\)$/m, id);
    assert.equal(completionEvents.length, 1, id);
    assert.ok(readFileSync(fileOf(media), 'utf8').length > 100, id);
  }
  const texts = readdirSync('media/walkthrough').map(file => `media/walkthrough/${file}`);
  assert.deepEqual(sorted(texts), sorted(steps.map(({ media }) => fileOf(media))));
});

test('nothing activates the extension but what its contributions imply, and a tab that comes back', () => {
  const tabs = [resultTabType, explorerTabType, pageType].map(type => `onWebviewPanel:${type}`);
  assert.deepEqual(manifest.activationEvents, ['onUri', ...tabs]);
});

test('an untrusted workspace gets a limited extension, on the computer where its files are', () => {
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
  assert.deepEqual(manifest.extensionKind, ['workspace']);
});

test('the code registers by the names of the table alone', () => {
  const source = hostSource();
  assert.match(source, /createNotebookController\(\s*controllerId,\s*notebookType/);
  assert.match(source, /createRendererMessaging\(rendererId\)/);
  assert.doesNotMatch(source, /['"]signals\.[a-zA-Z]+['"]/);
  assert.equal(controllerId, 'signals-kernel');
});

test('the icon is a square PNG of at least 128 pixels', () => {
  const png = readFileSync(manifest.icon);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.equal(width, height);
  assert.ok(width >= 128);
});

test('the galleries get categories that they know, at most thirty tags, and a price', () => {
  const known = [
    ...['AI', 'Azure', 'Chat', 'Data Science', 'Debuggers', 'Education', 'Extension Packs'],
    ...['Formatters', 'Keymaps', 'Language Packs', 'Linters', 'Machine Learning', 'Notebooks'],
    ...['Other', 'Programming Languages', 'SCM Providers', 'Snippets', 'Testing', 'Themes'],
    'Visualization',
  ];
  const { categories, keywords, galleryBanner, pricing } = v.parse(
    v.looseObject({
      categories: v.array(text),
      keywords: v.array(text),
      galleryBanner: v.object({ color: text, theme: v.picklist(['dark', 'light']) }),
      pricing: text,
    }),
    manifest,
  );
  assert.deepEqual(
    categories.filter(category => !known.includes(category)),
    [],
  );
  assert.ok(categories.includes('Notebooks') && categories.includes('Visualization'));
  // vsce adds the ids, aliases and file extensions of languages.
  const added = contributes.languages.length * 3 + 2;
  assert.ok(keywords.length + added <= 30, `${keywords.length} + ${added}`);
  assert.equal(new Set(keywords).size, keywords.length);
  assert.match(galleryBanner.color, /^#[0-9a-f]{6}$/);
  assert.equal(pricing, 'Free');
});
