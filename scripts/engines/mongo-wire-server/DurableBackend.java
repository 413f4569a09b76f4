import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Commits what a command wrote before the command is answered, as MongoDB does for a majority write. By itself the backend
 * commits once a second in the background: a killed server would come back without writes that it had acknowledged, which
 * no client of MongoDB has to expect.
 */
final class DurableBackend extends H2Backend {
    private final MVStore store;
    /** Commands run beside each other; a commit runs alone, so that the file never holds half a command. */
    private final ReentrantReadWriteLock commands = new ReentrantReadWriteLock();

    DurableBackend(String file) {
        this(new MVStore.Builder().fileName(file).autoCommitDisabled().open());
    }

    private DurableBackend(MVStore store) {
        super(store);
        this.store = store;
        // Space of overwritten data is used again after a second instead of 45: each commit writes a chunk of its own.
        store.setRetentionTime(1_000);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
        return IndexedCollection.database(name, getMvStore(), getCursorRegistry());
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        Document answer;
        commands.readLock().lock();
        try {
            answer = super.handleMessage(message);
        } finally {
            commands.readLock().unlock();
        }
        commitAll();
        return answer;
    }

    /** Commands that ended while another commit ran are written by one commit together. */
    private void commitAll() {
        if (!store.hasUnsavedChanges()) return;
        commands.writeLock().lock();
        try {
            if (store.hasUnsavedChanges()) store.commit();
        } catch (MVStoreException problem) {
            endWith(problem);
        } finally {
            commands.writeLock().unlock();
        }
    }
    /**
     * Ends the process: the library has closed the file, as after a full disk, and would answer every further command
     * with "This store is closed", which does not say why.
     */
    private static void endWith(MVStoreException problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) cause = cause.getCause();
        System.err.println("the data cannot be written, the server ends: " + cause.getMessage());
        Runtime.getRuntime().halt(1);
    }
}
