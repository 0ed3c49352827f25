import { Button, Code, CopyButton, Group } from '@mantine/core';

/** A secret or an address to be taken along. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code
        block
        style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        aria-label={label}
        tabIndex={0}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
