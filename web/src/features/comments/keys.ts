import type { KeyHelp } from '../../base/parts/keyboard.tsx';

export const KEYS: KeyHelp[] = [
  ['j', 'next comment'],
  ['k', 'previous comment'],
  ['r', 'reply'],
  ['p', 'answer privately'],
  ['h', 'hide, or show again'],
  ['e', 'mark as done, or open again'],
  ['x', 'select, or no longer'],
  ['?', 'show these keys'],
];
