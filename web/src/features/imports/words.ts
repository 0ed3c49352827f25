import { t } from '../../base/language/text.ts';
import type { Import } from './queries.ts';

/** A status of an import. */
export const STATUS: { [status in Import['status']]: { label: string; color: string } } = {
  checking: { label: t('Checking'), color: 'blue' },
  checked: { label: t('Checked only'), color: 'gray' },
  creating: { label: t('Importing'), color: 'blue' },
  paused: { label: t('Paused'), color: 'orange' },
  finished: { label: t('Imported'), color: 'teal' },
  stopped: { label: t('Stopped'), color: 'red' },
  removing: { label: t('Being taken back'), color: 'blue' },
  removed: { label: t('Taken back'), color: 'gray' },
};

/** Why an import is paused or stopped. */
export const REASON: { [reason in NonNullable<Import['reason']>]: string } = {
  plan: t('The plan of the workspace does not include publishing.'),
  person: t('The person who sent the file may not create posts in this workspace any more.'),
};

/** What became of its rows. */
export function countsText({ status, dryRun, accepted, refused, removed, kept }: Import): string {
  if (status === 'removing' || status === 'removed')
    return t('{removed, plural, one {# post} other {# posts}} removed, {kept} kept', { removed, kept });
  return dryRun
    ? t('{accepted, plural, one {# row} other {# rows}} can be imported, {refused} with a problem', {
        accepted,
        refused,
      })
    : t('{accepted, plural, one {# post} other {# posts}} imported, {refused} with a problem', {
        accepted,
        refused,
      });
}
