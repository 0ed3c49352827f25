import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Account, Post } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { findingWords } from '../../base/finding-words.ts';
import { useWorkspace } from '../../base/session.ts';
import type { Stops } from './compose-check.ts';
import { type PlannedAccount, refusalsOf } from './composer/refusing.ts';
import type { Draft, Timing } from './draft.ts';
import { useAsks } from './asks.ts';
import { FollowingChoice, TimingField, whenText } from './timing-field.tsx';
import { t } from '../../base/language/text.ts';

const Confirm = lazy(async () => ({ default: (await import('../../base/parts/confirm.tsx')).Confirm }));

const LABELS: { [timing in Timing]: string } = {
  now: t('Publish now'),
  slot: t('Take the slot'),
  at: t('Schedule'),
  repeat: t('Start the series'),
  draft: t('Save as draft'),
  keep: t('Save'),
};
/** The same where the person's posts are approved first. */
const ASK = t('Ask for approval');
/** The same where some of the accounts are left out. */
const PART_LABELS: { [timing in Timing]: string } = {
  now: t('Publish to'),
  slot: t('Take the slot for'),
  at: t('Schedule to'),
  repeat: t('Start the series on'),
  draft: t('Save for'),
  keep: t('Save for'),
};

interface ComposeBarProps {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  draft: Draft;
  accounts: readonly Account[];
  stops: Stops;
  isSaving: boolean;
  /** Something was written that would be lost. */
  canDiscard: boolean;
  onDiscard: () => void;
  onChange: (changes: Partial<Draft>) => void;
  /** Opens the tab of a network. */
  onFix: (platform: string) => void;
}

/** When the post goes out, why it cannot yet, who refuses it, and the button that sends it: always in sight. */
export function ComposeBar(props: ComposeBarProps) {
  const { post, draft, stops, isSaving, canDiscard, onDiscard } = props;
  const [, go] = useLocation();
  const [opened, { open, close }] = useDisclosure(false);
  const leave = () => go(post === null ? '/posts' : `/posts/${post.id}`);
  const { missing, refusing, left, isUnfinishedFine } = stops;
  const isPart = refusing.length > 0 && !isUnfinishedFine;
  const asks = useAsks() && !['draft', 'keep', 'repeat'].includes(draft.timing);
  return (
    <>
      <div className="compose-bar">
        {isPart && missing === null && <Refusing {...props} />}
        <When {...props} />
        <Hint {...props} />
        <Group gap="sm" wrap="nowrap" ms="auto">
          <Button variant="default" onClick={canDiscard ? open : leave}>
            {canDiscard ? t('Discard…') : t('Cancel')}
          </Button>
          <Button
            type="submit"
            loading={isSaving}
            disabled={missing !== null || (isPart && left === 0)}
            aria-describedby="what-is-missing"
          >
            {isPart && left > 0
              ? t('{action} {left} of {count}', {
                  action: PART_LABELS[draft.timing],
                  left,
                  count: left + refusing.length,
                })
              : asks
                ? ASK
                : LABELS[draft.timing]}
          </Button>
        </Group>
      </div>
      {opened && (
        <Suspense fallback={null}>
          <Confirm
            opened={opened}
            onClose={close}
            title={post === null ? t('Discard this text?') : t('Discard your changes?')}
            label={t('Discard')}
            loading={false}
            onConfirm={() => {
              close();
              onDiscard();
            }}
          >
            {post === null
              ? t('It is deleted on all your devices, and cannot be restored.')
              : t('The post stays as it was last saved.')}
          </Confirm>
        </Suspense>
      )}
    </>
  );
}

const When = (props: ComposeBarProps) => (
  <div className="compose-when">
    <TimingField post={props.post} draft={props.draft} onChange={props.onChange} />
    <Following {...props} />
  </div>
);

/** Of a post of a series: whether the posts after it change as well. */
function Following({ post, draft: { timing, following }, onChange }: ComposeBarProps) {
  if (post === null || post.seriesId === null || timing !== 'keep') return null;
  return (
    <Box mt={8}>
      <FollowingChoice value={following} onChange={(chosen) => onChange({ following: chosen })} />
    </Box>
  );
}

/** Accounts that refuse it are named up to this number. */
const MAX_NAMED = 3;

/** Who refuses the post, why, and what a person may do about it. */
function Refusing({ stops: { refusing, left }, accounts, draft, onChange, onFix }: ComposeBarProps) {
  const nameOf = ({ accountId, platform }: PlannedAccount) => {
    const account = accounts.find(({ id }) => id === accountId);
    return `${account ? account.displayName || account.username : t('An account')} (${networkName(platform)})`;
  };
  const drop = (ids: readonly string[]) =>
    onChange({ accountIds: draft.accountIds.filter((id) => !ids.includes(id)) });
  return (
    <Stack gap={4} className="refusing" role="group" aria-label={t('Accounts that refuse it')}>
      {refusing.slice(0, MAX_NAMED).map((planned) => (
        <Group key={planned.accountId} gap={8}>
          <Text size="sm">
            <bdi>
              <b>{nameOf(planned)}</b>
            </bdi>
            : {findingWords(refusalsOf(planned)[0]!)}
          </Text>
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => onFix(planned.platform)}
          >
            {t('Change it for {network}', { network: networkName(planned.platform) })}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => drop([planned.accountId])}
          >
            {t('Leave it out')}
          </Anchor>
        </Group>
      ))}
      {refusing.length > MAX_NAMED && (
        <Group gap={8}>
          <Text size="sm">
            {t('and {count} more: see the preview.', { count: refusing.length - MAX_NAMED })}
          </Text>
          {left > 0 && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => drop(refusing.map(({ accountId }) => accountId))}
            >
              {t('Leave all of them out')}
            </Anchor>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Hint({ post, draft, stops: { missing } }: ComposeBarProps) {
  const { timezone } = useWorkspace();
  return (
    <Text size="sm" c="dimmed" id="what-is-missing" role="status" style={{ flex: '1 1 120px' }}>
      {missing ?? whenText(draft, post, timezone)}
    </Text>
  );
}
