/** The input of a tool as JSON Schema, for the manifest and for MCP. */

import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema';
import type { AgentTool } from './agentTool';

/** @returns JSON Schema, draft 7. */
export function inputSchemaOf({ input }: Pick<AgentTool, 'input'>): JsonSchema {
  // A check that JSON Schema cannot express is made when the tool is called.
  const { $schema: _, ...schema } = toJsonSchema(input, { errorMode: 'ignore', typeMode: 'input' });
  return schema;
}
