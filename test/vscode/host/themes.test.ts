import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  axisContrast,
  contrast,
  gridContrast,
  markContrast,
  textContrast,
} from '../../../src/view/chart/contrast';
import { themeColours, type ThemeKind } from '../../../src/view/chart/themeColours';

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

describe('the themes that ship with VS Code', () => {
  const themes = vscode.extensions.all.flatMap(({ extensionPath, packageJSON }) => {
    const { contributes } = packageJSON as { contributes?: { themes?: ContributedTheme[] } };
    return (contributes?.themes ?? []).map(theme => ({
      ...theme,
      file: path.join(extensionPath, theme.path),
    }));
  });

  it('are more than ten', () => {
    assert.ok(themes.length > 10, themes.map(({ label }) => label).join());
  });

  for (const { label, uiTheme, file } of themes) {
    it(`have a chart whose lines, marks and words are seen: ${label}`, () => {
      const kind = kinds[uiTheme] ?? 'dark';
      const own = coloursOf(file);
      const read = (name: string): string =>
        own[name.replaceAll('-', '.')] ?? (name === 'editor-background' ? backgrounds[kind] : '');
      const colours = themeColours(kind, read, 'colourBlind');
      const check = (name: keyof typeof colours, least: number): void => {
        const ratio = contrast(String(colours[name]), colours.background) ?? 0;
        assert.ok(ratio >= least, `${name} ${String(colours[name])} on ${colours.background}`);
      };
      check('line', gridContrast);
      check('axis', axisContrast);
      check('blue', markContrast);
      check('orange', markContrast);
      check('foreground', textContrast);
      check('muted', textContrast);
    });
  }
});
