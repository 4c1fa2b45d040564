/** Faults in the delivery of an answer. */

import type { Delivery, SandboxResponse } from '../answer/exchange';
import { draw } from '../world/random';
import type { Fault } from './fault';

/** @param number The request's number, from which a latency's jitter is drawn. */
export function withDelivery(
  response: SandboxResponse,
  faults: readonly Fault[],
  number: number,
): SandboxResponse {
  return faults.reduce<SandboxResponse>((sent, fault) => {
    const headers = headersOf(fault);
    const delivery = { ...sent.delivery, ...deliveryOf(fault, number) };
    return { ...sent, headers: { ...sent.headers, ...headers }, delivery };
  }, response);
}

function headersOf(fault: Fault): Record<string, string> {
  switch (fault.kind) {
    case 'wrongContentType':
      return { 'content-type': 'text/plain' };
    case 'latin1-mislabelled':
      return { 'content-type': 'application/json; charset=utf-8' };
    default:
      return {};
  }
}

function deliveryOf(fault: Fault, number: number): Delivery {
  switch (fault.kind) {
    case 'latency':
      return { latencyMs: fault.ms + Math.floor(fault.jitterMs * draw(number, 0)) };
    case 'slowBody':
      return { bytesPerSecond: fault.bytesPerSecond };
    case 'stall':
      return { stallAfterBytes: fault.afterBytes };
    case 'truncate':
      return { truncate: { atByte: fault.atByte, length: fault.length } };
    case 'resetConnection':
      return { reset: true };
    case 'encoding':
      return { encoding: fault.encoding };
    case 'utf8-bom':
      return { text: 'utf8-bom' };
    case 'latin1-mislabelled':
      return { text: 'latin1' };
    default:
      return {};
  }
}
