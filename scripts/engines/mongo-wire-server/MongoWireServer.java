import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * MongoDB's wire protocol on 127.0.0.1. Arguments: the port (0 takes a free one), and a folder for the data or
 * {@code --memory}. Prints "listening on 127.0.0.1:port" once it takes connections, and ends on SIGTERM.
 */
public final class MongoWireServer {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            System.err.println("usage: MongoWireServer <port> <data folder | --memory>");
            System.exit(2);
        }
        MongoServer server = new MongoServer(backend(arguments[1]).version(MODERN));
        try {
            server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        } catch (Exception problem) {
            // The library's threads would keep the process alive.
            problem.printStackTrace();
            System.exit(1);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        System.out.println("listening on 127.0.0.1:" + server.getLocalAddress().getPort());
    }

    private static MongoBackend backend(String where) throws Exception {
        if (where.equals("--memory")) return new MemoryBackend();
        Files.createDirectories(Path.of(where));
        return new DurableBackend(Path.of(where, "mongo-wire.mv").toString());
    }

    /** The newest that the library knows has wire version 8; driver 7 refuses what is below 9. 13 is MongoDB 5. */
    private static final MongoVersion MODERN = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    };
}
