package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests cost the server no memory: everything of it runs on one thread, so what that thread allocates is what they cost. */
@Tag("allocation")
@Timeout(120)
class NbdAllocationTest {
    private static final int BATCH = 32;
    private static final int WARM_UP = 1500;
    private static final int MEASURED = 1500;

    @TempDir
    private Path directory;

    @Test
    void readsAndWritesAllocateNothing() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (NbdNode node = new NbdNode(directory); NbdClient client = node.connect().go("disk")) {
            new Random(1).nextBytes(node.disk.content);
            ByteBuffer requests = ByteBuffer.allocateDirect(BATCH * (28 + 4096));
            for (int i = 0; i < BATCH; i++) {
                requests.put(i % 2 == 0 ? NbdClient.request(0, 0, i, 4096L * i, 4096)
                    : NbdClient.request(1, 0, i, 4096L * i, 4096, new byte[4096]));
            }
            requests.flip();
            ByteBuffer replies = ByteBuffer.allocateDirect(BATCH / 2 * (28 + 4096 + 16));
            long before = 0;
            for (int round = 0; round < WARM_UP + MEASURED; round++) {
                if (round == WARM_UP) {
                    before = node.tasks.call(threads::getCurrentThreadAllocatedBytes);
                }
                client.send(requests.rewind());
                replies.clear();
                while (replies.hasRemaining()) {
                    assertTrue(client.channel.read(replies) > 0);
                }
            }
            long allocated = node.tasks.call(threads::getCurrentThreadAllocatedBytes) - before;
            assertEquals(0, allocated / (MEASURED * BATCH), "allocated " + allocated + " bytes for " + MEASURED * BATCH + " requests");
        }
    }
}
