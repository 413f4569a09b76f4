import { ENCLOSED_INTENT, type FlowRows, type SettingRow } from '../rows';

const ACTIVITIES = ['AppCompatActivity', 'FragmentActivity', 'ComponentActivity', 'ListActivity', 'PreferenceActivity', 'Fragment.requireActivity()', 'Fragment.activity'];
const EXTRAS = ['getStringExtra', 'getStringArrayExtra', 'getStringArrayListExtra', 'getCharSequenceExtra', 'getBundleExtra', 'getByteArrayExtra', 'getSerializableExtra'];
const OF_INTENTS = {
  ...Object.fromEntries(EXTRAS.map((name) => [`Intent.${name}()`, 'extra of the intent'])),
  'Intent.getExtras()': 'extras of the intent',
  'Intent.getData()': 'address of the intent',
  'Intent.getDataString()': 'address of the intent',
  'Intent.getClipData()': 'clip of the intent',
  'Intent.getParcelableExtra()': ENCLOSED_INTENT,
};

const setting = (weakness: SettingRow['weakness'], call: string, condition: Omit<SettingRow, 'call' | 'weakness'>): SettingRow => ({ call, weakness, ...condition });
const PENDING = ['getActivity', 'getBroadcast', 'getService', 'getForegroundService'].map((name) => `PendingIntent.${name}`);

/** Android: input from other apps, and the parts of the system that act on it. */
export const android: FlowRows = {
  aliases: {
    ...Object.fromEntries(ACTIVITIES.map((name) => [name, 'Activity'])),
    intent: 'Intent',
    'Activity.getIntent()': 'Intent',
    'Activity.intent': 'Intent',
    'WebView.getSettings()': 'WebSettings',
    'SQLiteOpenHelper.writableDatabase': 'SQLiteDatabase',
    'SQLiteOpenHelper.readableDatabase': 'SQLiteDatabase',
    writableDatabase: 'SQLiteDatabase',
    readableDatabase: 'SQLiteDatabase',
  },
  sources: { ...OF_INTENTS, 'Intent.parseUri()': ENCLOSED_INTENT },
  ofOtherApps: Object.keys(OF_INTENTS),
  // A value of such a type starts no component.
  harmlessTypes: Object.fromEntries(['Uri', 'Bitmap', 'Location', 'Account'].map((type) => [type, ['intent-redirection'] as const])),
  controllers: [{ base: 'ContentProvider', label: 'argument of the content provider', types: ['Uri', 'ContentValues'], methods: ['query', 'insert', 'update', 'delete', 'openFile', 'openAssetFile', 'call', 'bulkInsert'] }],
  sinks: [
    ...['loadUrl', 'postUrl'].map((name) => ({ call: `*.${name}`, weakness: 'webview-address' as const, only: 'address' as const })),
    { call: '*.loadDataWithBaseURL', weakness: 'cross-site-scripting', arguments: [1] },
    ...['*.evaluateJavascript', 'WebView.loadData'].map((call) => ({ call, weakness: 'cross-site-scripting' as const })),
    ...['*.rawQuery', '*.execSQL', '*.compileStatement', 'SimpleSQLiteQuery'].map((call) => ({ call, weakness: 'sql-injection' as const })),
    { call: 'SQLiteDatabase.query', weakness: 'sql-injection', arguments: [2] },
    { call: 'SQLiteDatabase.delete', weakness: 'sql-injection', arguments: [1] },
    { call: 'SQLiteDatabase.update', weakness: 'sql-injection', arguments: [2] },
    ...['startActivity', 'startActivityForResult', 'startService', 'startForegroundService', 'sendBroadcast', 'sendOrderedBroadcast'].map((name) => ({ call: `*.${name}`, weakness: 'intent-redirection' as const })),
    ...['Context.openFileOutput', 'ParcelFileDescriptor.open'].map((call) => ({ call, weakness: 'path-traversal' as const })),
  ],
  sanitizers: [
    { call: 'Intent', safeFor: ['intent-redirection'] },
    ...['putExtra', 'putExtras', 'setData', 'setDataAndType', 'createChooser'].map((name) => ({ call: `Intent.${name}`, safeFor: ['intent-redirection'] as const })),
    { call: 'DatabaseUtils.sqlEscapeString', safeFor: ['sql-injection'] },
    ...['Html.escapeHtml', 'TextUtils.htmlEncode', 'JSONObject.quote'].map((call) => ({ call, safeFor: ['cross-site-scripting'] as const })),
  ],
  setters: {
    Intent: { '()': 'first', putExtra: 'extra', putExtras: 'extras', addFlags: 'flags', setFlags: 'flags', setClass: 'component', setClassName: 'component', setComponent: 'component', setPackage: 'component' },
  },
  settings: [
    ...['allowFileAccessFromFileURLs', 'allowUniversalAccessFromFileURLs'].map((name) => setting('webview-file-access', `*.${name}`, { isAssignment: true, is: [true] })),
    ...['setAllowFileAccessFromFileURLs', 'setAllowUniversalAccessFromFileURLs'].map((name) => setting('webview-file-access', `*.${name}`, { is: [true] })),
    setting('webview-scripts', '*.javaScriptEnabled', { isAssignment: true, is: [true] }),
    setting('webview-scripts', '*.setJavaScriptEnabled', { is: [true] }),
    setting('mixed-content', '*.mixedContentMode', { isAssignment: true, is: [0], flags: ['WebSettings.MIXED_CONTENT_ALWAYS_ALLOW', 'MIXED_CONTENT_ALWAYS_ALLOW'] }),
    setting('mixed-content', '*.setMixedContentMode', { is: [0], flags: ['WebSettings.MIXED_CONTENT_ALWAYS_ALLOW', 'MIXED_CONTENT_ALWAYS_ALLOW'] }),
    setting('debug-switch', 'WebView.setWebContentsDebuggingEnabled', { is: [true] }),
    ...['*.getSharedPreferences', '*.openFileOutput', '*.openOrCreateDatabase'].map((call) => setting('readable-by-all', call, { argument: [1], flags: ['Context.MODE_WORLD_READABLE', 'Context.MODE_WORLD_WRITEABLE', 'MODE_WORLD_READABLE', 'MODE_WORLD_WRITEABLE'] })),
    ...PENDING.map((call) => setting('pending-intent-open', call, { argument: [2], field: 'first', orMissing: true, matches: '.', onlyWithFlag: 'PendingIntent.FLAG_MUTABLE', and: [{ argument: [2], field: 'component', is: [null], orMissing: true }] })),
  ],
};
