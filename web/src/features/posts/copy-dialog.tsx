/** Copies a post to other days: drafts or scheduled posts, made as any other, with a way back. */
import { Button, Chip, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, messageOf, type Post } from '../../base/api.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { Fault } from '../../base/parts/states.tsx';
import { clock, dayText, wallTime } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import { showUndo } from './batch.tsx';
import { addDays } from './calendar.ts';
import './copy-dialog.css';
import { bodyOf, draftOf } from './draft.ts';
import { t } from '../../base/language/text.ts';

const DAYS_AHEAD = 28;
/** Of a post that had no time. */
const NO_TIME = '09:00';
const KINDS = [
  { value: 'scheduled', label: t('Scheduled') },
  { value: 'draft', label: t('Drafts') },
];

export function CopyDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { timezone } = useWorkspace();
  const [days, setDays] = useState<string[]>([]);
  const [kind, setKind] = useState(post.status === 'draft' ? 'draft' : 'scheduled');
  const time = post.scheduledLocal?.slice(11, 16) ?? NO_TIME;
  const today = wallTime(new Date().toISOString(), timezone).slice(0, 10);
  const offered = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index + 1)).filter(
    (day) => day !== post.scheduledLocal?.slice(0, 10),
  );
  const copy = useCopy(post, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('Copy to other days')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <Text size="sm">
          {t('Each copy has the text, files, accounts and options of this post, at {clock} in {timezone}.', {
            clock: clock(time),
            timezone,
          })}
        </Text>
        <DayChoice offered={offered} value={days} onChange={setDays} />
        <SegmentedControl data={KINDS} value={kind} onChange={setKind} aria-label={t('As')} />
        {copy.isError && <Fault message={messageOf(copy.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            disabled={days.length === 0 || !copy.isReady}
            loading={copy.isPending}
            onClick={() => copy.mutate({ days: days.toSorted(), time, isDraft: kind === 'draft' })}
          >
            {days.length < 2 ? t('Make a copy') : t('Make {count} copies', { count: days.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** @param props.offered days as `YYYY-MM-DD` */
function DayChoice(props: { offered: string[]; value: string[]; onChange: (days: string[]) => void }) {
  const { offered, value, onChange } = props;
  return (
    <Chip.Group multiple value={value} onChange={onChange}>
      <div className="copy-days" role="group" aria-label={t('Days')}>
        {offered.map((day) => (
          <Chip
            key={day}
            value={day}
            size="sm"
            styles={{ label: { width: '100%', justifyContent: 'center' } }}
          >
            {dayText(day, { weekday: 'short', day: 'numeric', month: 'short' })}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}

interface Copies {
  days: string[];
  /** `HH:MM` */
  time: string;
  isDraft: boolean;
}

/** Makes the copies, one after the other. What was made before an error is not made again by another try. */
function useCopy(post: Post, onDone: () => void) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const { data: accounts } = useAccounts();
  const keys = useRef(new Map<string, string>());
  const readAgain = () => queries.invalidateQueries({ queryKey: ['posts', slug] });
  const undo = async (ids: string[]) => {
    const { results } = await call('batchPosts', { action: 'delete', ids, workspace: slug });
    const count = results.filter(({ ok }) => ok).length;
    notifications.show({
      message: t('{count, plural, one {# copy removed.} other {# copies removed.}}', { count }),
    });
    await readAgain();
  };
  const mutation = useMutation({
    mutationFn: async ({ days, time, isDraft }: Copies) => {
      const chosen = (accounts ?? []).filter(({ id }) => post.accountIds.includes(id));
      const draft = { ...draftOf(post), accountIds: chosen.map(({ id }) => id) };
      const timing = isDraft ? ('draft' as const) : ('at' as const);
      const ids: string[] = [];
      for (const day of days) {
        const name = `${day} ${isDraft}`;
        const idempotencyKey = keys.current.get(name) ?? newIdempotencyKey();
        keys.current.set(name, idempotencyKey);
        const body = bodyOf({ ...draft, timing, at: `${day}T${time}` }, chosen);
        const made = await call('createPost', { ...body, workspace: slug }, { idempotencyKey });
        ids.push(made.post.id);
      }
      return ids;
    },
    onSuccess: (ids) => {
      showUndo(t('{count, plural, one {# copy made.} other {# copies made.}}', { count: ids.length }), () =>
        undo(ids),
      );
      onDone();
    },
    onSettled: readAgain,
  });
  return { ...mutation, isReady: accounts !== undefined };
}
