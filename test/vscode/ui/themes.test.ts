import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'jsonc-parser';
import { ensureVsCodeServer, vscodeVersions } from '../../../scripts/vscodeServer.mjs';
import {
  axisContrast,
  contrast,
  gridContrast,
  markContrast,
  textContrast,
} from '../../../src/view/chart/contrast';
import { themeColours, type ThemeKind } from '../../../src/view/chart/themeColours';
import { drawnAxisContrasts, drawnGridContrasts } from '../../support/drawnGrid';

const kinds: Readonly<Record<string, ThemeKind>> = {
  vs: 'light',
  'vs-dark': 'dark',
  'hc-black': 'highContrast',
  'hc-light': 'highContrastLight',
};

/** What VS Code has where a theme says nothing. */
const backgrounds: Readonly<Record<ThemeKind, string>> = {
  light: '#ffffff',
  dark: '#1e1e1e',
  highContrast: '#000000',
  highContrastLight: '#ffffff',
};

interface ContributedTheme {
  readonly id?: string;
  readonly label: string;
  readonly uiTheme: string;
  readonly path: string;
}

interface ThemeFile {
  readonly include?: string;
  readonly colors?: Readonly<Record<string, string>>;
}

function coloursOf(file: string): Readonly<Record<string, string>> {
  const { include, colors } = parse(readFileSync(file, 'utf8')) as ThemeFile;
  const included = include === undefined ? {} : coloursOf(path.join(path.dirname(file), include));
  return { ...included, ...colors };
}

/** The themes of a version, read from the folders of its extensions: no window has to be open. */
async function shippedThemes(version: string) {
  const { entry } = await ensureVsCodeServer(version);
  const extensions = path.resolve(path.dirname(entry), '../../lib/vscode/extensions');
  return readdirSync(extensions).flatMap(name => {
    const manifest = path.join(extensions, name, 'package.json');
    if (!existsSync(manifest)) {
      return [];
    }
    const { contributes } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      contributes?: { themes?: ContributedTheme[] };
    };
    return (contributes?.themes ?? []).map(({ id, label, uiTheme, path: file }) => ({
      name: id ?? label,
      uiTheme,
      file: path.join(extensions, name, file),
    }));
  });
}

for (const version of vscodeVersions) {
  const themes = await shippedThemes(version);
  describe(`the themes that ship with VS Code ${version}`, () => {
    test('are more than ten', () => {
      assert.ok(themes.length > 10, themes.map(({ name }) => name).join());
    });

    for (const { name, uiTheme, file } of themes) {
      test(`have a chart whose lines, marks and words are seen: ${name}`, async () => {
        const kind = kinds[uiTheme] ?? 'dark';
        const own = coloursOf(file);
        const read = (variable: string): string =>
          own[variable.replaceAll('-', '.')] ??
          (variable === 'editor-background' ? backgrounds[kind] : '');
        const colours = themeColours(kind, read, 'colourBlind');
        const check = (part: keyof typeof colours, least: number): void => {
          const ratio = contrast(String(colours[part]), colours.background) ?? 0;
          assert.ok(ratio >= least, `${part} ${String(colours[part])} on ${colours.background}`);
        };
        const grid = await drawnGridContrasts(colours);
        assert.ok(grid.length > 4 && Math.min(...grid) >= gridContrast, grid.join(', '));
        const axes = await drawnAxisContrasts(colours);
        assert.ok(axes.length > 4 && Math.min(...axes) >= axisContrast, axes.join(', '));
        check('axis', axisContrast);
        check('blue', markContrast);
        check('orange', markContrast);
        check('foreground', textContrast);
        check('muted', textContrast);
      });
    }
  });
}
