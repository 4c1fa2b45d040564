/** The manifest that ships, made of package.json: its texts are in a file of their own, where translations find them. */

/** The keys of a contribution whose values people read. */
const textKeys = new Set([
  ...['title', 'shortTitle', 'category', 'displayName', 'label', 'name', 'contents', 'altText'],
  ...['description', 'markdownDescription', 'deprecationMessage', 'markdownDeprecationMessage'],
  ...['enumDescriptions', 'markdownEnumDescriptions', 'enumItemLabels', 'userDescription'],
]);

/** What names an entry of a list, so that the keys of its texts stay when others come before it. */
const nameKeys = ['command', 'id', 'view', 'type', 'language', 'path'];

/**
 * @param {Record<string, any>} source package.json.
 * @param {string} [repository] The address of the repository that the release is made in.
 * @returns {{ manifest: Record<string, any>, texts: Record<string, string> }} The manifest with a key for each text that people
 *   read, as `%contributes.commands.signals.newNotebook.title%`, and the texts by key.
 */
export function shippedManifest(source, repository) {
  // What builds the extension is of no use where it runs.
  const { scripts, dependencies, devDependencies, private: _, ...rest } = source;
  const texts = {};
  const manifest = {
    ...rest,
    ...(repository === undefined ? {} : addresses(repository)),
    l10n: './l10n',
    description: keyOf('description', rest.description),
    capabilities: withKeys(rest.capabilities, 'capabilities'),
    contributes: withKeys(rest.contributes, 'contributes'),
  };
  return { manifest, texts };

  function keyOf(key, text) {
    if (key in texts) {
      throw new Error(`Two texts of the manifest are called ${key}.`);
    }
    texts[key] = text;
    return `%${key}%`;
  }

  function withKeys(value, at, isText = false) {
    if (typeof value === 'string') {
      return isText && value !== '' ? keyOf(at, value) : value;
    }
    if (Array.isArray(value)) {
      return value.map((each, index) =>
        withKeys(each, `${at}.${nameOf(each, index, value)}`, isText),
      );
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        // A setting may be called as one of our keys, and its default is data.
        key === 'default' ? each : withKeys(each, `${at}.${key}`, textKeys.has(key)),
      ]),
    );
  }
}

function nameOf(entry, index, entries) {
  const key = nameKeys.find(each => typeof entry?.[each] === 'string');
  const isAlone = key && entries.filter(other => other[key] === entry[key]).length === 1;
  return isAlone ? entry[key] : (key ? `${entry[key]}.` : '') + index;
}

function addresses(repository) {
  return {
    repository: { type: 'git', url: `${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    qna: `${repository}/issues`,
  };
}
