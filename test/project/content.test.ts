import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filesBelow } from '../support/filesBelow';

/** The folders of `content/`, each with the one folder that reads it. */
const readers: Readonly<Record<string, string>> = {
  agents: 'src/core/agents/',
  analyses: 'src/core/analyses/',
  gallery: 'src/core/gallery/',
  python: 'src/core/jupyter/',
};

const sources = filesBelow('src', /\.ts$/).map(file => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

test('each text of content/ is imported once, by the folder that reads it', () => {
  const texts = filesBelow('content', /\.\w+$/).filter(file => file !== 'content/README.md');
  assert.ok(texts.length > 20);
  for (const text of texts) {
    const reader = readers[text.split('/')[1] ?? ''];
    const importing = sources.filter(source => source.text.includes(`/${text}'`));
    assert.equal(importing.length, 1, text);
    assert.ok(reader !== undefined && importing[0]?.file.startsWith(reader), text);
  }
});
