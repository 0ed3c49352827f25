/** A comment that the account writes below its post once it is live. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { memo, useRef, useState } from 'react';
import { networkName, takesFirstComment } from '../../../base/parts/network.tsx';
import { findingWords } from '../../../base/finding-words.ts';
import type { Draft } from '../draft.ts';
import { networkCommentOf, withNetworkComment } from '../own-text.ts';
import { MarkedTextarea } from './marked-textarea.tsx';
import { atNetwork, type PlannedAccount } from './refusing.ts';
import { lengthText, Ring } from './ring.tsx';
import { t } from '../../../base/language/text.ts';

interface FirstCommentFieldProps {
  common: string;
  overrides: Draft['overrides'];
  /** A network; null means that the comment of all of them is written. */
  platform: string | null;
  /** Networks of the post, separated by spaces. */
  platforms: string;
  planned: readonly PlannedAccount[] | undefined;
  setDraft: (change: (draft: Draft) => Draft) => void;
}

/** Nothing where no network takes one. */
export const FirstCommentField = memo(function FirstCommentField(props: FirstCommentFieldProps) {
  const { common, overrides, platform, platforms, planned, setDraft } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOpened, setOpened] = useState(false);
  const taking = (platform === null ? platforms.split(' ') : [platform]).filter(takesFirstComment);
  const own = platform === null ? undefined : networkCommentOf(overrides, platform);
  const value = own === undefined ? common : (own ?? '');
  const write = (text: string | null | undefined) =>
    setDraft((before) =>
      platform === null
        ? { ...before, firstComment: text ?? '' }
        : { ...before, overrides: withNetworkComment(before.overrides, platform, text) },
    );
  if (taking.length === 0 && (platform !== null || value === '')) return null;
  if (value === '' && own === undefined && !isOpened)
    return (
      <Group>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpened(true)}>
          {t('+ First comment')}
        </Button>
      </Group>
    );
  const name =
    platform === null
      ? t('First comment')
      : t('First comment for {network}', { network: networkName(platform) });
  return (
    <div className="thread-part">
      <MarkedTextarea
        ref={field}
        aria-label={name}
        heading={name}
        placeholder={t('Written below the post once it is live')}
        autoFocus={isOpened}
        minRows={2}
        maxRows={8}
        value={value}
        onChange={(text) => write(platform !== null && text === '' ? null : text)}
        cut={null}
      />
      <Group gap="xs">
        <Length planned={planned} platform={platform} overrides={overrides} />
        <Text size="xs" c="dimmed" style={{ flex: 1 }}>
          {whose(platform, own, taking)}{' '}
          {own !== undefined && <BackToCommon onClick={() => write(undefined)} />}
        </Text>
      </Group>
      <Refused planned={planned} platform={platform} />
    </div>
  );
});

const BackToCommon = ({ onClick }: { onClick: () => void }) => (
  <Anchor component="button" type="button" size="xs" underline="always" onClick={onClick}>
    {t('Back to the common comment')}
  </Anchor>
);

/** Who gets the comment. @param own that of the network; null means none, undefined the common one */
function whose(platform: string | null, own: string | null | undefined, taking: readonly string[]): string {
  if (platform === null)
    return taking.length === 0
      ? t('None of the networks takes one.')
      : t('On {taking}. Others leave it out.', { taking: taking.map(networkName).join(', ') });
  const name = networkName(platform);
  if (own === undefined) return t('{name} gets the common comment. Type to change it here.', { name });
  return own === null ? t('{name} gets none.', { name }) : t('Only {name} gets this comment.', { name });
}

type Length = NonNullable<PlannedAccount['firstComment']>['length'];

/** Of several accounts the one that is nearest to its limit. */
function Length({
  planned = [],
  platform,
  overrides,
}: Pick<FirstCommentFieldProps, 'planned' | 'platform' | 'overrides'>) {
  const lengths = planned.flatMap((one) => {
    const isHere =
      platform === null ? networkCommentOf(overrides, one.platform) === undefined : one.platform === platform;
    return isHere && one.firstComment ? [one.firstComment.length] : [];
  });
  const partOf = ({ used, limit }: Length) => (limit === null ? 0 : used / limit);
  const [length] = lengths.toSorted((a, b) => partOf(b) - partOf(a));
  if (length === undefined) return null;
  return (
    <>
      <Ring length={length} />
      <Text span size="xs" c={partOf(length) > 1 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {lengthText(length) ||
          (length.limit === null
            ? length.used
            : t('{used} of {limit}', { used: length.used, limit: length.limit }))}
      </Text>
    </>
  );
}

/** What networks say against it. */
function Refused({ planned = [], platform }: Pick<FirstCommentFieldProps, 'planned' | 'platform'>) {
  const refused = planned.flatMap((one) =>
    platform === null || one.platform === platform
      ? one.refusals
          .filter(({ param }) => param.endsWith('/firstComment'))
          .map((refusal) => `${networkName(one.platform)}: ${findingWords(atNetwork(refusal, one.platform))}`)
      : [],
  );
  return (
    <div role="status">
      {[...new Set(refused)].map((text) => (
        <Text key={text} size="xs" c="var(--mantine-color-error)">
          {text}
        </Text>
      ))}
    </div>
  );
}
