import type { KeyHelp } from '../../base/parts/keyboard.tsx';
import { t } from '../../base/language/text.ts';

export const KEYS: KeyHelp[] = [
  ['j', t('next comment')],
  ['k', t('previous comment')],
  ['r', 'reply'],
  ['p', t('answer privately')],
  ['h', t('hide, or show again')],
  ['e', t('mark as done, or open again')],
  ['x', t('select, or no longer')],
  ['?', t('show these keys')],
];
