export function shippedManifest(
  source: Readonly<Record<string, unknown>>,
  repository?: string,
): { manifest: Record<string, unknown>; texts: Record<string, string> };
