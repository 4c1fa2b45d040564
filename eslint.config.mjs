import tseslint from 'typescript-eslint';

/** Rules are on or off: there are no warnings. Types come from one program of all zones: the zones' own are checked by `tsc`. */
export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', '.vscode-test/', '**/*.mjs', '**/*.d.mts'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/require-await': 'off',
      // DuckDB's values have their own toString, which the rule does not see.
      '@typescript-eslint/no-base-to-string': 'off',
      'max-lines': ['error', { max: 400 }],
      'max-params': ['error', { max: 4 }],
      'no-empty': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // node:test's `test` and `describe` return promises that the runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              name: ['test', 'describe', 'it', 'before', 'after'],
              package: 'node:test',
            },
          ],
        },
      ],
      // Its seed is in one place.
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Use test/support/properties.' },
      ],
    },
  },
  {
    files: ['test/support/properties.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
