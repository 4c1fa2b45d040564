/** For esbuild: the files of content/, which bundles hold as text. */
export const textLoader = { '.sql': 'text', '.signals': 'text', '.py': 'text', '.md': 'text' };
