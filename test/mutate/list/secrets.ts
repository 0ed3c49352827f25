/** Secrets stay secret, and requests go only to allowed addresses. */
import { changesIn, type Mutant } from '../mutant.ts';

export const secretMutants: Mutant[] = [
  ...changesIn(
    'src/faces/http/response.ts',
    ['test/http/problem-values.test.ts'],
    [
      [
        'values of an error show secrets that the caller sent',
        "typeof value === 'string' ? redactOwn(value) : value",
        'value',
      ],
    ],
  ),
  ...changesIn(
    'src/features/accounts/groups.ts',
    ['test/web/languages.test.ts'],
    [
      [
        'a limit is not given to those who say it in other words',
        'values: { limit: MAX_GROUPS }',
        'values: {}',
      ],
    ],
  ),
  ...changesIn(
    'src/base/seal.ts',
    ['test/seal.test.ts'],
    [
      [
        'a sealed secret opens in the row of another owner',
        "createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))",
        "createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner.slice(0, 0)))",
      ],
      [
        'secrets are not taken out of texts',
        "if (secret.length >= 8) clean = clean.replaceAll(secret, '[redacted]');",
        "if (secret.length >= 80) clean = clean.replaceAll(secret, '[redacted]');",
      ],
      [
        'passwords among the credentials are no secrets',
        '/token|secret|password|jwt|key|url/i',
        '/token|secret|jwt|key|url/i',
      ],
    ],
  ),
  ...changesIn(
    'src/base/redact.ts',
    ['test/introspection/redact.test.ts'],
    [
      [
        'fields of snapshots that are secrets by their names are shown',
        "typeof part === 'string' && part !== '' && SECRET_FIELD.test(name) ? REDACTED : clean(part),",
        'clean(part),',
      ],
      [
        'lists in snapshots are not redacted',
        'if (Array.isArray(value)) return value.map(clean);',
        'if (Array.isArray(value)) return value;',
      ],
    ],
  ),
  ...changesIn(
    'src/engine/redact-exchange.ts',
    ['test/engine/redact.test.ts'],
    [
      ['a secret in Base64 is kept in a recorded call', '    ...base64FormsOf(secret),\n', ''],
      [
        'the address of a recorded upload is kept',
        '.map((segment) => (isRandomSegment(segment) ? REDACTED : segment))',
        '',
      ],
      [
        'a secret parameter of a recorded address is kept',
        'const isSecret = SECRET_NAME.test(name) || SECRET_PARAMETER.test(name) || isRandom(value);',
        'const isSecret = isRandom(value);',
      ],
    ],
  ),
  ...changesIn(
    'adapters/lib/upload-address.ts',
    ['test/adapters/upload-address.test.ts'],
    [
      [
        "an upload's address opens for another delivery",
        'const purpose = `upload address of ${platform} ${deliveryId}`;',
        'const purpose = `upload address of ${platform}`;',
      ],
      [
        "a copy of the app's secret is kept with the credentials",
        '{ ...withoutAppSecret(credentials), uploadKey }',
        '{ ...credentials, uploadKey }',
      ],
    ],
  ),
  ...changesIn(
    'src/base/outbound/guard.ts',
    ['test/outbound/guard.test.ts'],
    [
      [
        'a name that leads to a private address is fetched',
        'if (addresses.every(({ address }) => isPublic(address))) return addresses;',
        'if (addresses.some(({ address }) => isPublic(address))) return addresses;',
      ],
      ['a redirect leads to a private address', 'insist(target, next);', ''],
      [
        'a private literal address is fetched',
        "if (parsed.range() !== 'unicast') return false;",
        "if (parsed.range() === 'loopback') return false;",
      ],
      [
        "the cloud's metadata address is fetched",
        'if (isIP(address) === 0 || address === AZURE_WIRE_SERVER) return false;',
        'if (isIP(address) === 0) return false;',
      ],
      [
        'IPv6 outside of what was handed out is fetched',
        'return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);',
        'return true;',
      ],
      [
        'a body is sent a second time where a redirect asks for it',
        'if (repeats && changes(request)) {',
        'if (repeats && request.signal === null) {',
      ],
      [
        'a credential follows a redirect to another origin',
        "if (HARMLESS.has(name) || (sameOrigin && !name.startsWith('content-'))) headers.set(name, value);",
        "if (HARMLESS.has(name) || !name.startsWith('content-')) headers.set(name, value);",
      ],
      [
        'a redirect that failed after a POST counts as never sent',
        'if (!changing || signal.aborted) throw cause;',
        'throw cause;',
      ],
      ['ports of mail servers are called', 'return web ? null :', 'return port > 0 ? null :'],
    ],
  ),
  ...changesIn(
    'src/features/webhooks/sign.ts',
    ['test/flows/webhooks.test.ts'],
    [
      [
        'the signature of a webhook does not cover its time',
        '`${eventId}.${timestamp}.${body}`',
        '`${eventId}.${body}`',
      ],
      [
        'the signature of a webhook does not cover its body',
        "createHmac('sha256', secret).update(body)",
        "createHmac('sha256', secret).update(eventId)",
      ],
    ],
  ),
  ...changesIn(
    'simulators/server.ts',
    ['test/simulators/server.test.ts'],
    [
      [
        'the sandbox answers for any host, so any web page can use it',
        'if (!LOCAL_NAMES.has(name))',
        "if (name === '')",
      ],
    ],
  ),
  ...changesIn(
    'src/features/media/media.ts',
    ['test/media/location.test.ts', 'test/media/convert.test.ts'],
    [
      [
        'a network is handed a photo with the place where it was taken',
        'const bytes = withoutLocation(opened.bytes, opened.contentType as MediaType);',
        'const bytes = opened.bytes;',
      ],
      [
        "a photo's own address is handed out although its place was removed from the copy",
        'if (!isChanged && (requirements.ownAddress !== true || this.isHosted(item.url))) return item.url;',
        'if (requirements.ownAddress !== true || this.isHosted(item.url)) return item.url;',
      ],
    ],
  ),
  ...changesIn(
    'src/features/media/media.ts',
    ['test/media/download.test.ts'],
    [
      [
        'a download for hosting has no limit',
        'if (file.bytes + chunk.byteLength > MAX_HOSTED_BYTES) throw tooLarge();',
        '',
      ],
    ],
  ),
  ...changesIn(
    'src/features/media/location.ts',
    ['test/media/location.test.ts'],
    [
      [
        'a place in the Exif of a JPEG is not noticed',
        'const exif = exifIn(content);\n    walk.hasLocation ||= exif.hasLocation;',
        'const exif = exifIn(content);',
      ],
      ['a place in IPTC is not noticed', 'walk.hasLocation ||= hasIptcPlace(content);', ''],
    ],
  ),
];
