import type { FlowRows, SettingRow } from '../rows';

const DOCTYPES = 'http://apache.org/xml/features/disallow-doctype-decl';
const ENTITIES = 'http://xml.org/sax/features/external-general-entities';

/** Factories whose parsers load external entities by default. A pattern judges them in Java. */
const made = (call: string): SettingRow => ({
  call,
  weakness: 'external-entities',
  always: true,
  where: [
    { field: DOCTYPES, is: [false], orMissing: true },
    { field: ENTITIES, is: [true], orMissing: true },
    { field: 'http://javax.xml.XMLConstants/feature/secure-processing', is: [false], orMissing: true },
  ],
});

/** XML parsers of the Java platform, in Kotlin. */
export const kotlinXml: FlowRows = {
  aliases: { 'DocumentBuilderFactory.newInstance()': 'DocumentBuilderFactory', 'SAXParserFactory.newInstance()': 'SAXParserFactory' },
  setters: Object.fromEntries(['DocumentBuilderFactory', 'SAXParserFactory'].map((factory) => [factory, { setFeature: '[]' }])),
  settings: ['DocumentBuilderFactory.newDocumentBuilder', 'SAXParserFactory.newSAXParser'].map(made),
};
