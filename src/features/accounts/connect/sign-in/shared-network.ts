/** Networks whose accounts are connected with an app that all people of the installation share. */
import type { AppCredentials } from '../../../../../adapters/port/account.ts';
import type { SharedConnect } from '../../../../../adapters/port/connect.ts';
import type { Network } from '../networks.ts';

/** A network together with the app that is shared there. */
export interface SharedNetwork {
  network: Network;
  shared: SharedConnect;
  app: AppCredentials;
}

/** @returns null where the network has no shared app, or the operator has configured none */
export function sharedNetworkOf(network: Network): SharedNetwork | null {
  const { connect, app } = network;
  if (connect.kind !== 'form' || !connect.shared || !app) return null;
  return { network, shared: connect.shared, app };
}
