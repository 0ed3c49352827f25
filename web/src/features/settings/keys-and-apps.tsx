import { ConnectedApps } from '../apps/index.ts';
import { Keys } from './keys.tsx';

/** What programs and agents use, in one file: the tab shows both. */
export const KeysAndApps = () => (
  <>
    <Keys />
    <ConnectedApps />
  </>
);
