import type { KernelOptions } from '../../src/core/protocol/kernelRpc';

/** A kernel without files, with the limits that users have unless they set others, and fewer rows. */
export const kernelOptions: Omit<KernelOptions, 'spillDirectory'> = {
  readableDirectories: [],
  memoryLimit: null,
  spillLimit: null,
  vendorField: null,
  cacheTtlMs: 300_000,
  entitiesPerRequest: 50,
  eventDaysPerRequest: 31,
  maxRows: 1000,
};
