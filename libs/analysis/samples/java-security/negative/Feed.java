package example;

import java.io.Reader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

final class Feed {
    private final XMLInputFactory factory = XMLInputFactory.newInstance();

    Feed() {
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    }

    XMLStreamReader read(Reader text) throws XMLStreamException {
        return factory.createXMLStreamReader(text);
    }
}
