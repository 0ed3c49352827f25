import { Alert, Button, Card, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { networkName } from '../../base/parts/network.tsx';
import { sentence } from '../../base/finding.ts';
import { findingWords } from '../../base/finding-words.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useAccounts } from '../accounts/index.ts';
import { NetworkCard } from './composer/network-card.tsx';
import { ALL } from './composer/network-tabs.tsx';
import { type PlannedAccount, refusalsOf, warningsOf } from './composer/refusing.ts';
import type { Check } from './composer/shapes.ts';
import type { Draft } from './draft.ts';
import { networkTextOf, ownTextOf } from './own-text.ts';
import { OwnText } from './own-text-field.tsx';
import { t } from '../../base/language/text.ts';

/** More accounts than this are shown when a person wants to see them. */
const MAX_SHOWN = 12;

interface PreviewPanelProps {
  check: Check;
  /** `all`, or the network whose accounts are shown. */
  tab: string;
  /** Gives an account a text of its own. @param text null means the common one again */
  onOwnText: (account: { id: string; platform: string }, text: string | null) => void;
  /** Shows the preview of the first address, or none. */
  onLinkPreview: (isShown: boolean) => void;
}

/** Shows what each account would be sent, with what is cut, skipped or refused. */
export const PreviewPanel = memo(function PreviewPanel(props: PreviewPanelProps) {
  const { check, onLinkPreview } = props;
  const { state, preview, error } = check;
  const isOld = state === 'checking';
  // warnings of one account are shown in its card
  const shared = (preview?.warnings ?? []).filter(
    (warning) => !preview?.accounts.some(({ accountId }) => warning.startsWith(accountId)),
  );
  return (
    <Stack
      component="section"
      className="preview-panel"
      tabIndex={0}
      gap="sm"
      aria-labelledby="preview"
      aria-busy={isOld}
    >
      <Group gap="xs">
        <Title order={2} size="h4" id="preview">
          {t('Preview')}
        </Title>
        {isOld && <Loader size="xs" aria-hidden="true" />}
      </Group>
      <div role="status">
        {error !== null ? (
          <Fault message={messageOf(error)} />
        ) : preview === null ? (
          <Text size="sm" c="dimmed">
            {t(
              'Choose accounts and write something: here is what each network will show, and what it would refuse.',
            )}
          </Text>
        ) : (
          <Stack gap="sm">
            {shared.length > 0 && <Warnings texts={shared.map(sentence)} />}
            <Cards {...props} />
            {check.draft?.linkPreview === false && (
              <Button variant="subtle" size="compact-sm" onClick={() => onLinkPreview(true)}>
                {t('Show the preview of the link again')}
              </Button>
            )}
          </Stack>
        )}
      </div>
    </Stack>
  );
});

function Cards({ check: { preview, draft }, tab, onOwnText, onLinkPreview }: PreviewPanelProps) {
  const { data: accounts = [] } = useAccounts();
  const [isWhole, setWhole] = useState(false);
  if (preview === null || draft === null) return null;
  const plans = preview.accounts.filter(({ platform }) => tab === ALL || platform === tab);
  const sorted = plans.toSorted(byUrgency);
  const visible = isWhole ? sorted : sorted.slice(0, MAX_SHOWN);
  const hidden = sorted.length - visible.length;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const sisters = Map.groupBy(preview.accounts, ({ platform }) => platform);
  return (
    <>
      {visible.map((planned) => (
        <AccountPreview
          key={planned.accountId}
          planned={planned}
          account={byId.get(planned.accountId)}
          draft={draft}
          isAlone={sisters.get(planned.platform)!.length === 1}
          onOwnText={onOwnText}
          onLinkPreview={onLinkPreview}
        />
      ))}
      {hidden > 0 && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {t('Show the other {hidden}', { hidden })}
        </Button>
      )}
    </>
  );
}

interface AccountPreviewProps {
  planned: PlannedAccount;
  account: Parameters<typeof NetworkCard>[0]['account'];
  /** What was checked. */
  draft: Draft;
  /** It is the post's only account of its network: the network's tab is for its text. */
  isAlone: boolean;
  onOwnText: PreviewPanelProps['onOwnText'];
  onLinkPreview: PreviewPanelProps['onLinkPreview'];
}

function AccountPreview({ planned, account, draft, isAlone, onOwnText, onLinkPreview }: AccountPreviewProps) {
  const { accountId: id, platform, length } = planned;
  const name = account ? account.displayName || account.username : networkName(platform);
  const own = ownTextOf(draft.overrides, { id, platform });
  const written = own ?? networkTextOf(draft.overrides, platform) ?? draft.content;
  const refusals = refusalsOf(planned);
  const others = warningsOf(planned);
  return (
    <Card withBorder padding="sm" aria-label={t('Preview for {name}', { name })} component="article">
      <Stack gap="xs">
        <NetworkCard
          planned={planned}
          account={account}
          written={written}
          altText={allAltText(draft)}
          onRemovePreview={() => onLinkPreview(false)}
        />
        {(!isAlone || own !== null) && (
          <OwnText
            who={t('{name} on {network}', { name, network: networkName(platform) })}
            text={own}
            start={written}
            onChange={(text) => onOwnText({ id, platform }, text)}
          />
        )}
        {refusals.map((refusal) => (
          <Alert key={`${refusal.code} ${refusal.message}`} color="red" variant="light" p="xs">
            {findingWords(refusal)}
          </Alert>
        ))}
        {others.length > 0 && <Warnings texts={others} />}
        {length.used > 0 && (
          <Text size="xs" c="dimmed">
            {lengthWords(length)}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** Descriptions of the post and of the parts of its thread. */
const allAltText = ({ altText, thread }: Draft): Draft['altText'] =>
  Object.assign({ ...altText }, ...thread.map((part) => part.altText)) as Draft['altText'];

/** Such as `12 of 300 characters`. */
function lengthWords({ used, limit, unit }: PlannedAccount['length']): string {
  const words = UNITS[unit];
  return limit === null ? words(used) : t('{used, number} of {limit}', { used, limit: words(limit) });
}

const characters = (count: number): string =>
  t('{count, plural, one {# character} other {# characters}}', { count });

const UNITS: { [unit in PlannedAccount['length']['unit']]: (count: number) => string } = {
  characters,
  graphemes: characters,
  utf16_units: characters,
  bytes: (count) => t('{count, plural, one {# byte} other {# bytes}}', { count }),
  weight: (count) =>
    t(
      '{count, plural, one {# character, as the network counts} other {# characters, as the network counts}}',
      {
        count,
      },
    ),
};

/** Refusals come first, then warnings. */
const byUrgency = (a: PlannedAccount, b: PlannedAccount) =>
  refusalsOf(b).length - refusalsOf(a).length || b.warnings.length - a.warnings.length;

function Warnings({ texts }: { texts: string[] }) {
  return (
    <Alert color="yellow" variant="light" p="xs">
      <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
