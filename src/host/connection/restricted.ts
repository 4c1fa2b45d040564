/** Why nothing is sent to a service from a workspace that is not trusted. */
export const restrictedSentence =
  'This workspace is in Restricted Mode, where no cell runs on a live connection. ' +
  'Trust the workspace, or select the sandbox.';
