/** Why no requests are sent to a service from an untrusted workspace. */
export const restrictedSentence =
  'This workspace is in Restricted Mode, where no cell runs on a live connection. ' +
  'Trust the workspace, or select the sandbox.';
