/** The types of semantic tokens, which an editor needs before the first one. */

export const semanticTypes = [
  'function', // A signal function or an analysis.
  'parameter', // The name of one of its arguments.
  'enumMember', // A value of an enumeration, quotes included.
  'keyword', // A word of VISUALISE, or of SQL where it could be a name too.
  'type', // A layer.
  'property', // An aesthetic or a setting.
] as const;

export type SemanticType = (typeof semanticTypes)[number];
