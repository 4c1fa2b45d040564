/** Reports the tests of one process of Node's test runner, one JSON object a line: `{ title, ms, error? }`. */
import { inspect } from 'node:util';

const separator = ' › ';

export default async function* testReporter(source) {
  const path = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      path[data.nesting] = data.name;
    } else if (type === 'test:pass' || type === 'test:fail') {
      path[data.nesting] = data.name;
      const title = path.slice(0, data.nesting + 1).join(separator);
      const error = errorOf(type, data);
      // A suite fails with its tests, which are reported; one whose hook failed reports nothing else.
      if (data.details.type !== 'suite' || (error && !isOfTests(data.details.error))) {
        yield `${JSON.stringify({ title, name: data.name, ms: data.details.duration_ms, error })}\n`;
      }
    }
  }
}

/** A test that is passed over has not passed. */
function errorOf(type, { details, skip, todo }) {
  if (type === 'test:fail') {
    return inspect(details.error?.cause ?? details.error);
  }
  return skip || todo ? 'The test is skipped.' : undefined;
}

function isOfTests(error) {
  return error?.failureType === 'subtestsFailed';
}
