import {
  Alert,
  Button,
  Card,
  Group,
  List,
  Loader,
  Stack,
  Text,
  Textarea,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { messageOf, type Preview } from '../../base/api.ts';
import { AccountLabel, networkName } from '../../base/parts/network.tsx';
import { plainFinding, plainWords } from '../../base/parts/plain-words.ts';
import { Fault } from '../../base/parts/states.tsx';
import { MediaThumb } from '../../base/parts/media-thumb.tsx';
import { useAccountNames } from '../accounts/index.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Check } from './composer/shapes.ts';
import { type Override, ownTextOf } from './own-text.ts';

interface PreviewPanelProps {
  check: Check;
  overrides: readonly Override[];
  /** Gives an account a text of its own. @param text null means the common one again */
  onOwnText: (account: { id: string; platform: string }, text: string | null) => void;
}

/** Shows what each account would be sent, with what is cut, skipped or refused. */
export function PreviewPanel({ check, overrides, onOwnText }: PreviewPanelProps) {
  const names = useAccountNames();
  const { state, preview: data, error } = check;
  const isOld = state === 'checking';
  // warnings of one account are shown in its card
  const shared = (data?.warnings ?? []).filter(
    (warning) => !data?.accounts.some(({ accountId }) => warning.startsWith(accountId)),
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
          Preview
        </Title>
        {isOld && <Loader size="xs" aria-hidden="true" />}
      </Group>
      <div role="status">
        {error !== null ? (
          <Fault message={messageOf(error)} />
        ) : data === null ? (
          <Text size="sm" c="dimmed">
            Choose accounts and write something: here is what each network will show, and what it would
            refuse.
          </Text>
        ) : (
          <Stack gap="sm">
            {shared.length > 0 && <Warnings texts={shared} />}
            {data.accounts.toSorted(byUrgency).map((account) => (
              <AccountPreview
                key={account.accountId}
                account={account}
                name={names.get(account.accountId)}
                ownText={ownTextOf(overrides, { id: account.accountId, platform: account.platform })}
                onOwnText={(text) => onOwnText({ id: account.accountId, platform: account.platform }, text)}
              />
            ))}
          </Stack>
        )}
      </div>
    </Stack>
  );
}

interface AccountPreviewProps {
  account: Preview['accounts'][number];
  name: string | undefined;
  /** null means it gets the common text. */
  ownText: string | null;
  onOwnText: (text: string | null) => void;
}

function AccountPreview({ account, name, ownText, onOwnText }: AccountPreviewProps) {
  const { platform, title, text, media, refusals, warnings } = account;
  return (
    <Card withBorder padding="sm" aria-label={`Preview for ${name ?? platform}`} component="article">
      <Stack gap="xs">
        <OwnText {...{ account, name, ownText, onOwnText }} />
        {title !== null && (
          <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
        )}
        {text !== '' && text !== ownText && (
          <Text size="sm" className="post-text" dir="auto">
            {text}
          </Text>
        )}
        {media.length > 0 && (
          <Group gap={6}>
            {media.map((url) => (
              <MediaThumb key={url} url={url} size={56} alt="" />
            ))}
          </Group>
        )}
        {refusals.map((refusal) => (
          <Alert key={`${refusal.code} ${refusal.message}`} color="red" variant="light" p="xs">
            {plainFinding(refusal)}
          </Alert>
        ))}
        {warnings.length > 0 && <Warnings texts={warnings} />}
        {text !== '' && (
          <Text size="xs" c="dimmed">
            {lengthOf(text)} characters
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** Whose preview it is, with a text of its own while it has one. */
function OwnText({ account: { platform, text }, name, ownText, onOwnText }: AccountPreviewProps) {
  const network = networkName(platform);
  const who = name === undefined ? network : `${name} on ${network}`;
  const isCommon = ownText === null;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <AccountLabel platform={platform} account={name} />
        <Button size="compact-xs" variant="subtle" onClick={() => onOwnText(isCommon ? text : null)}>
          {isCommon ? 'Other text' : 'Back to the common text'}
          <VisuallyHidden> for {who}</VisuallyHidden>
        </Button>
      </Group>
      {!isCommon && (
        <Textarea
          aria-label={`Text for ${who}`}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={LIMITS.postContent}
          dir="auto"
          value={ownText}
          onChange={(event) => onOwnText(event.currentTarget.value)}
        />
      )}
    </>
  );
}

type Planned = Preview['accounts'][number];
/** Refusals come first, then warnings. */
const byUrgency = (a: Planned, b: Planned) =>
  b.refusals.length - a.refusals.length || b.warnings.length - a.warnings.length;

const segmenter = new Intl.Segmenter();

/** As people count: an emoji of several parts is one. */
const lengthOf = (text: string) => Array.from(segmenter.segment(text)).length;

function Warnings({ texts }: { texts: string[] }) {
  return (
    <Alert color="yellow" variant="light" p="xs">
      <List size="sm" spacing={2}>
        {texts.map((text) => (
          <List.Item key={text}>{plainWords(text)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
