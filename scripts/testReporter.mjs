/** Reports the tests of one process of Node's test runner, one JSON object a line: `{ title, name, file, ms, error? }`. */
import path from 'node:path';
import { inspect } from 'node:util';

const separator = ' › ';

export default async function* testReporter(source) {
  const titles = [];
  for await (const { type, data } of source) {
    if (type === 'test:diagnostic' && /asynchronous activity after/.test(data.message)) {
      const name = 'nothing fails after its test has ended';
      yield `${JSON.stringify({ title: name, name, ms: 0, error: data.message })}\n`;
    } else if (type === 'test:start') {
      titles[data.nesting] = data.name;
    } else if (type === 'test:pass' || type === 'test:fail') {
      titles[data.nesting] = data.name;
      const title = titles.slice(0, data.nesting + 1).join(separator);
      const error = errorOf(type, data);
      // A suite fails with its tests, which are reported; one whose hook failed reports nothing else.
      if (data.details.type !== 'suite' || (error && !isOfTests(data.details.error))) {
        const file = path.relative('.', data.file ?? '');
        const ms = data.details.duration_ms;
        yield `${JSON.stringify({ title, name: data.name, file, ms, error })}\n`;
      }
    }
  }
}

/** A skipped test has not passed. */
function errorOf(type, { details, skip, todo }) {
  if (type === 'test:fail') {
    return inspect(details.error?.cause ?? details.error);
  }
  return skip || todo ? 'The test is skipped.' : undefined;
}

function isOfTests(error) {
  return error?.failureType === 'subtestsFailed';
}
