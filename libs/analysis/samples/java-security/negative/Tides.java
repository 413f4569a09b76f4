import java.io.InputStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLInputFactory;
import org.w3c.dom.Document;

/** Factories that are told in a constructor, or when the class is loaded. */
final class Tides {
  private static final XMLInputFactory READERS;

  static {
    XMLInputFactory readers = XMLInputFactory.newInstance();
    readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    READERS = readers;
  }

  private final DocumentBuilder builder;

  Tides() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    builder = factory.newDocumentBuilder();
  }

  Document read(InputStream in) throws Exception {
    READERS.createXMLStreamReader(in).close();
    return builder.parse(in);
  }
}
