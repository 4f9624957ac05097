package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.ServedDisks;
import java.io.IOException;
import java.nio.file.Path;

/** The devices of an {@link NbdNode}. */
final class MemoryDisks implements ServedDisks {
    private final NbdNode node;

    MemoryDisks(Path directory) throws IOException {
        node = new NbdNode(directory);
    }

    private MemoryDevice device(String export) {
        return OTHER.equals(export) ? node.sectors : node.disk;
    }

    @Override
    public String uri(String export) {
        return node.uri(export);
    }

    @Override
    public String tcpUri(String export) {
        return node.tcpUri(export);
    }

    @Override
    public byte[] content(String export) {
        return node.tasks.call(() -> device(export).content.clone());
    }

    @Override
    public void fill(String export, byte[] content) {
        node.tasks.run(() -> System.arraycopy(content, 0, device(export).content, 0, CAPACITY));
    }

    @Override
    public boolean haveHoles() {
        return false;
    }

    @Override
    public void assertCounted(String label, long least) {
        assertTrue(node.tasks.call(() -> Counted.by(node.server, label)) >= least, label);
    }

    @Override
    public void close() {
        node.awaitNoClient();
        assertTrue(node.tasks.call(node.server::isQuiet));
        node.close();
    }
}
