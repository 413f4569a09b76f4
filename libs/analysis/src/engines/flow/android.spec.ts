import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');
const MANIFEST = 'app/src/main/AndroidManifest.xml';
const RECEIVER = 'app/src/main/java/com/shop/data/Receiver.kt';

const receiver = (body: string, members = '', name = 'Receiver') => `package com.shop.data

import android.content.*
import android.net.Uri
import java.io.File

${name === 'Receiver' ? '' : 'open '}class ${name} : BroadcastReceiver() {
  override fun onReceive(context: Context, intent: Intent) {
${body}
  }
${members}
}
`;

const manifest = (components: string) => `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
  <application android:label="Shop">
    ${components}
  </application>
</manifest>
`;

const told = async (tree: Readonly<Record<string, string>>) =>
  (await runOn(profile, flowTools, tree)).tool('kotlin-data-flow');
const rulesIn = async (tree: Readonly<Record<string, string>>) => (await told(tree)).findings.map(({ rule }) => rule);

const DELETES = receiver('    File(intent.getStringExtra("path")!!).delete()');
const OWN = '<receiver android:name=".data.Receiver" />';
const FILTER = '<intent-filter><action android:name="com.shop.GO" /></intent-filter>';

describe('an intent to a component that no other app may start', () => {
  it.each([
    ['says so', '<receiver android:name=".data.Receiver" android:exported="false" />'],
    ['has no filter', '<receiver android:name="com.shop.data.Receiver" />'],
    [
      'says so in spite of a filter',
      `<receiver android:name=".data.Receiver" android:exported="false">${FILTER}</receiver>`,
    ],
    [
      'is named after the application',
      '<receiver android:name="${applicationId}.data.Receiver" android:exported="false" />',
    ],
  ])('brings no input of strangers: %s', async (_, component) => {
    expect(await rulesIn({ [RECEIVER]: DELETES, [MANIFEST]: manifest(component) })).toEqual([]);
  });

  it.each([
    ['is exported', '<receiver android:name=".data.Receiver" android:exported="true" />'],
    ['has a filter', `<receiver android:name=".data.Receiver">${FILTER}</receiver>`],
    ['leaves that to a resource', '<receiver android:name=".data.Receiver" android:exported="@bool/open" />'],
    ['is not named', '<receiver android:name=".data.Other" android:exported="false" />'],
    ['has the name of another package', '<receiver android:name="com.other.Receiver" android:exported="false" />'],
    [
      'has an alias that is open',
      '<activity android:name=".data.Receiver" /><activity-alias android:name=".A" ' +
        'android:targetActivity=".data.Receiver" android:exported="true" />',
    ],
    [
      'holds another one that is open',
      `${OWN}<receiver android:name=".data.Receiver$Inner" android:exported="true" />`,
    ],
  ])('brings such input where the component %s', async (_, component) => {
    expect(await rulesIn({ [RECEIVER]: DELETES, [MANIFEST]: manifest(component) })).toEqual(['path-traversal']);
  });

  it('brings it where one of several manifests opens the component', async () => {
    const tree = {
      [RECEIVER]: DELETES,
      [MANIFEST]: manifest('<receiver android:name=".data.Receiver" android:exported="false" />'),
      'app/src/play/AndroidManifest.xml': manifest(
        '<receiver android:name=".data.Receiver" android:exported="true" />',
      ),
    };
    expect(await rulesIn(tree)).toEqual(['path-traversal']);
  });

  it('brings it where a class that is open extends the component', async () => {
    const tree = {
      'app/src/main/java/com/shop/data/Base.kt': receiver(
        '    File(intent.getStringExtra("path")!!).delete()',
        '',
        'Base',
      ),
      'app/src/main/java/com/shop/data/Open.kt': 'package com.shop.data\n\nclass Open : Base()\n',
      [MANIFEST]: manifest(
        '<receiver android:name=".data.Base" android:exported="false" />' +
          '<receiver android:name=".data.Open" android:exported="true" />',
      ),
    };
    expect(await rulesIn(tree)).toEqual(['path-traversal']);
  });

  it.each([
    ['is broken', '<manifest><application>'],
    ['declares an entity', `<!DOCTYPE a [<!ENTITY b "false">]>${manifest('<receiver android:exported="&b;" />')}`],
    ['is nested deeply', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
  ])('is not ruled out by a manifest that %s, which is named', async (_, text) => {
    const { findings, unreadable } = await told({ [RECEIVER]: DELETES, [MANIFEST]: text });
    expect(findings.map(({ rule }) => rule)).toEqual(['path-traversal']);
    expect(unreadable.map(({ file }) => file)).toEqual([MANIFEST]);
  });
});

describe('a parcel of an intent', () => {
  const SHARE = 'context.startActivity(uri.toShareIntent("text/plain"))';

  it.each([
    ['goes to a parameter', '    share(context, intent.getParcelableExtra("u")!!)'],
    ['is asked for by its type', `    val uri = intent.getParcelableExtra<Uri>("u")!!\n    ${SHARE}`],
    ['is asked for by its class', `    val uri = intent.getParcelableExtra("u", Uri::class.java)!!\n    ${SHARE}`],
    ['is declared', `    val uri: Uri = intent.getParcelableExtra("u")!!\n    ${SHARE}`],
    ['is cast', `    val uri = intent.getParcelableExtra("u") as Uri\n    ${SHARE}`],
  ])('that is an address starts nothing: it %s', async (_, body) => {
    const share = `  private fun share(context: Context, uri: Uri) {\n    ${SHARE}\n  }`;
    expect(await rulesIn({ [RECEIVER]: receiver(body, share) })).toEqual([]);
  });

  it.each([
    ['of any type', '    context.startActivity(intent.getParcelableExtra("i")!!)'],
    ['that is asked for as an intent', '    context.startActivity(intent.getParcelableExtra<Intent>("i"))'],
    [
      'that is declared as an intent',
      '    val next: Intent = intent.getParcelableExtra("i")!!\n    context.startActivity(next)',
    ],
  ])('may start anything: one %s', async (_, body) => {
    expect(await rulesIn({ [RECEIVER]: receiver(body) })).toEqual(['intent-redirection']);
  });

  it('that is an address may still name a file', async () => {
    const body = '    val uri = intent.getParcelableExtra<Uri>("u")!!\n    File(uri.path!!).delete()';
    expect(await rulesIn({ [RECEIVER]: receiver(body) })).toEqual(['path-traversal']);
  });
});
