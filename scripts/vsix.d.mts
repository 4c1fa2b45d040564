export function shippedFiles(): Promise<string[]>;
export function stagePackage(
  folder: string,
  content: {
    readonly files: readonly string[];
    readonly target: string;
    readonly binding: string;
    readonly repository?: string;
  },
): void;
export function zipPackage(
  folder: string,
  target: string,
  packagePath: string,
  release: { readonly repository?: string; readonly version: string },
): Promise<void>;
