/** The kind `automation`: one automation of direct messages. machines/automation.ts makes the decisions. */
import { automation as machine, type AutomationContext } from '../../machines/automation.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { describeAutomations } from '../../store/dm-automations.ts';
import { describeBy } from './views/titles.ts';
import { announcedMessage } from './views/dm-run.ts';

export const automation = defineKind({
  name: 'automation',
  idPrefix: 'auto',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const status = statusOf(snapshot);
    return {
      status,
      shelf: status === 'deleted' ? null : status,
      plannedAt: null,
      reachedAt: null,
      reason: null,
    };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { accountId, revision, version } = snapshot.context;
      const status = statusOf(snapshot);
      if (before && statusOf(before) === status && before.context.revision === revision) return null;
      const type =
        status === 'deleted' ? 'dm_automation.deleted' : `dm_automation.${before ? 'updated' : 'created'}`;
      const data = { id, accountId, active: status === 'active', version };
      return { type, resource: { type: 'dm_automation', id }, data };
    },
  },
  announcements: { 'message.received': announcedMessage },
  effects: { releasePeople: { answers: ['people.released'], with: 'network' } },
  restingStates: ['active', 'paused'],
  retention: null,
  view: {
    remembers: { accountId: 'accountId' },
    describe: describeBy(describeAutomations),
    waitsForPerson: () => null,
    timers: {},
    actions: (_, offer) => [
      ...offer.event(
        'send',
        { type: 'pause' },
        { title: 'Pause', detail: 'It starts with nobody, and the runs of people who are in it end.' },
      ),
      ...offer.event('send', { type: 'resume' }, { title: 'Resume', detail: 'It starts with people again.' }),
    ],
    explain: {
      sentence: ({ snapshot }) => {
        const { version } = snapshot.context as AutomationContext;
        return `This automation is ${statusOf(snapshot)}; people who begin it get version ${version}.`;
      },
    },
  },
});

export type AutomationHandlers = HandlersOf<typeof automation>;
