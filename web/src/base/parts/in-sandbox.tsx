import { Anchor } from '@mantine/core';
import { useSandboxUrl } from '../session.ts';
import { rich } from '../language/text.ts';

/** Where anybody can be a follower; nothing in an installation without a sandbox. @param props.act such as `write a message` */
export function InSandbox({ act }: { act: string }) {
  const sandboxUrl = useSandboxUrl();
  if (sandboxUrl === null) return null;
  return (
    <>
      {' '}
      {rich('Try it: <link>be a follower in the sandbox</link> and {act}.', {
        link: (words) => (
          <Anchor href={`${sandboxUrl}/people`} target="_blank" rel="noreferrer" inherit underline="always">
            {words}
          </Anchor>
        ),
        act,
      })}
    </>
  );
}
