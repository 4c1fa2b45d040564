/** A client whose answers and failures others hear of. */

import type { ServiceRequest } from '../service/request';
import { ServiceError } from '../service/serviceError';
import type { ServiceAnswer, ServiceClient } from './serviceClient';

export interface ClientWatcher {
  answered(request: ServiceRequest, answer: ServiceAnswer): void;
  failed(request: ServiceRequest, error: ServiceError): void;
}

export function watchedClient(client: ServiceClient, watcher: ClientWatcher): ServiceClient {
  return {
    ...client,
    ask: async (request, cancellation) => {
      try {
        const answer = await client.ask(request, cancellation);
        watcher.answered(request, answer);
        return answer;
      } catch (error) {
        if (error instanceof ServiceError) {
          watcher.failed(request, error);
        }
        throw error;
      }
    },
  };
}
