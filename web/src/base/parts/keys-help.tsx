/** The dialog that lists keys, loaded when it is opened. */
import { lazy } from 'react';
import type { HelpProps } from './keyboard.tsx';
import { OnDemand } from './on-demand.tsx';

const Dialog = lazy(async () => ({ default: (await import('./keyboard.tsx')).KeysDialog }));

export const KeysHelp = (props: HelpProps) => (
  <OnDemand isWanted={props.opened}>
    <Dialog {...props} />
  </OnDemand>
);
