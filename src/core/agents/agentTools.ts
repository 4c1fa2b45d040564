/** All tools, and the one way to call them. */

import { CancelledError, throwIfCancelled, type Cancellation } from '../base/cancellation';
import { plainAnswer } from './agentAnswer';
import { AgentError, type AgentAnswer, type AgentServices, type AgentTool } from './agentTool';
import { AgentRuns } from './agentRuns';
import { insertCellTool, readCellTool, replaceCellTool } from './cellTools';
import { compareRunsTool } from './compareRuns';
import { describeTool } from './describeTool';
import { eventsTool, overlaysTool, runSqlTool } from './queryTools';
import { statementLink } from './statementLink';

// What offers the tools may load them when they are first called, and needs the classes of the same bundle.
export { AgentError, AgentRuns, statementLink };

/** In the order in which they are listed. */
export const agentTools: readonly AgentTool[] = [
  describeTool,
  runSqlTool,
  overlaysTool,
  eventsTool,
  compareRunsTool,
  readCellTool,
  insertCellTool,
  replaceCellTool,
];

/**
 * Calls a tool with the input of a model.
 *
 * @param input Unchecked.
 * @returns The answer; a failure is an answer too, in our own words.
 * @throws {CancelledError} If cancelled.
 */
export async function callTool(
  name: string,
  input: unknown,
  services: AgentServices,
  cancellation: Cancellation,
): Promise<AgentAnswer> {
  const tool = agentTools.find(each => each.name === name);
  if (!tool) {
    return plainAnswer('There is no such tool.', true);
  }
  throwIfCancelled(cancellation);
  try {
    return await tool.handle(input, services, cancellation);
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    // Another message may hold rows, paths or text of the service.
    return plainAnswer(error instanceof AgentError ? error.message : 'The tool failed.', true);
  }
}
