/**
 * The built-in sandbox service: the service's nine operations over a synthetic market.
 *
 * This is the entry of a bundle of its own, which the extension and the command line load when it is first needed.
 */

export {
  dataPath,
  defaultSandboxConfig,
  modeSizes,
  quantPath,
  sandboxConnectionUrls,
} from './config';
export type { SandboxConfig, SandboxMode, ScoreScale } from './config';
export { defaultSwitches, switchValues } from './switches';
export type { Switches } from './switches';
export { faultNames, parseFaults } from './faults/faultHeader';
export type { Fault, FaultMatch, FaultRule } from './faults/fault';
export { createSandbox } from './handle';
export type { Sandbox } from './handle';
export type { Delivery, SandboxRequest, SandboxResponse } from './answer/exchange';
export { createInProcessTransport } from './serve/inProcessTransport';
export type { InProcessTransport } from './serve/inProcessTransport';
export { listen } from './serve/listen';
export type { ListenOptions, RecordedRequest, SandboxServer } from './serve/listen';
export { priceTable, samplePrices } from './samplePrices';
export { sandboxCompanies } from './sandboxCompanies';
export { specialEntities } from './world/oddCompanies';
