import type { BuildOptions } from 'esbuild';

export function bundles(production: boolean): readonly (BuildOptions & { readonly name: string })[];
