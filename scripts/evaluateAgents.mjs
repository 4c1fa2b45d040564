/**
 * Thirty questions about the sandbox for an agent that has the tools, and the marking of its answers.
 *
 *   node scripts/evaluateAgents.mjs                 prints the questions, one JSON object a line
 *   node scripts/evaluateAgents.mjs ANSWERS.jsonl   marks lines {"id": 1, "answer": "…"}; exits 1 unless all are right
 *
 * The agent's tools are those of an MCP server over the market on which the answers are true:
 *
 *   node dist/cli.js serve --today 2026-11-20 --port 8080
 *   SIGNALS_TOKEN=any node dist/cli.js mcp --share-rows yes --quant-url … --data-url …    with the addresses that it prints
 *
 * Give each question in a conversation of its own. Nothing here asks a model.
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { textLoader } from './textLoader.mjs';

const { questions, isRight } = await loadQuestions();
const [file] = process.argv.slice(2);
if (file === undefined) {
  questions.forEach(({ question }, index) =>
    console.log(JSON.stringify({ id: index + 1, question })),
  );
} else {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line.trim() !== '');
  const given = new Map(lines.map(line => JSON.parse(line)).map(({ id, answer }) => [id, answer]));
  const wrong = questions.flatMap((question, index) =>
    isRight(question, String(given.get(index + 1) ?? '')) ? [] : [{ id: index + 1, ...question }],
  );
  wrong.forEach(({ id, question, answer }) =>
    console.log(`${id}. ${question}\n   right: ${answer}\n   given: ${given.get(id) ?? 'nothing'}`),
  );
  console.log(`${questions.length - wrong.length} of ${questions.length} right`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

async function loadQuestions() {
  const outfile = path.resolve(`out/questions-${process.pid}.mjs`);
  await esbuild.build({
    entryPoints: ['test/kernel/agentQuestions.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: textLoader,
  });
  try {
    return await import(outfile);
  } finally {
    await rm(outfile);
  }
}
