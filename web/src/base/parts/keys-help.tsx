/** The dialog that lists keys, loaded when it is opened. */
import { lazy } from 'react';
import type { HelpProps } from './keyboard.tsx';
import { OnceWanted } from './once-wanted.tsx';

const Dialog = lazy(async () => ({ default: (await import('./keyboard.tsx')).KeysDialog }));

export const KeysHelp = (props: HelpProps) => (
  <OnceWanted isWanted={props.opened}>
    <Dialog {...props} />
  </OnceWanted>
);
