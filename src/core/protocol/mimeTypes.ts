/** The MIME types of our outputs, and the renderer that draws them; `package.json` names the same. */
export const mimeTypes = {
  result: 'application/vnd.market-signals.result+json',
  error: 'application/vnd.market-signals.error+json',
} as const;

export const rendererId = 'market-signals-renderer';
