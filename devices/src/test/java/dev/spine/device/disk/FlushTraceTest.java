package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.FileStore;
import dev.spine.device.disk.store.FileStore.Mapping;
import dev.spine.device.disk.store.StoreException;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.TransferFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a flush means to the operating system: its disk is asked between the write and the acknowledgement, seen in its system calls. */
@Tag("full")
class FlushTraceTest {
    private static final String FLUSHED = "the flush is acknowledged";
    private static final String WRITTEN = "the write is acknowledged";
    private static final String THROUGH = "the write through is acknowledged";

    @TempDir
    private Path directory = Path.of(".");

    /** Runs in a process of its own, under the tracer: writes, flushes and writes through, and says when each was acknowledged. */
    static final class Traced {
        private Traced() {
        }

        /**
         * Runs.
         *
         * @param arguments the file, and how it is reached
         */
        public static void main(String[] arguments) throws StoreException {
            DiskRig rig = new DiskRig(DiskSettings.of("disk"), FileStore.openOrCreate(Path.of(arguments[0]), 1 << 20,
                Mapping.valueOf(arguments[1])), HandAgent.live("node0/iop1"), ExecutorKind.WORKER);
            rig.fill(0, 4096, 1);
            rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 4096, 0);
            rig.stepUntilReply();
            assertEquals(4096, rig.succeeded());
            System.out.println(WRITTEN);
            rig.post(new CacheFlush(0, 1));
            rig.stepUntilReply();
            assertEquals(0, rig.succeeded());
            System.out.println(FLUSHED);
            rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_THROUGH, 4096, 4096, 0);
            rig.stepUntilReply();
            assertEquals(4096, rig.succeeded());
            System.out.println(THROUGH);
            rig.disk.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Mapping.class)
    void theOperatingSystemSyncsBetweenWriteAndAcknowledgement(Mapping mapping) throws IOException, InterruptedException {
        assumeTrue(isInstalled(), "strace is not installed, or may not trace here: install it to run this test");
        Path trace = directory.resolve("trace");
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder("strace", "-f", "-e", "trace=msync,fdatasync,fsync,pwrite64,write", "-s", "64", "-o",
            trace.toString(), Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), Traced.class.getName(),
            directory.resolve("disk").toString(), mapping.name())
            .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertEquals(0, process.waitFor(), () -> read(output));
        List<String> calls = Files.readAllLines(trace);
        int written = first(calls, 0, WRITTEN);
        int flushed = first(calls, written, FLUSHED);
        int through = first(calls, flushed, THROUGH);
        assertTrue(synced(calls, written, flushed), () -> "no sync between write and flush: " + calls.subList(written, flushed));
        assertTrue(synced(calls, flushed, through), () -> "no sync before a write through: " + calls.subList(flushed, through));
        if (mapping == Mapping.STAGED) {
            assertTrue(first(calls, 0, "pwrite64") < written, "the write itself");
        }
    }

    @Test
    void theDiskWorksOverAFileOnAThreadOfItsOwn() throws StoreException {
        for (Mapping mapping : Mapping.values()) {
            Path file = directory.resolve("disk" + mapping);
            DiskRig rig = new DiskRig(DiskSettings.of("disk"), FileStore.openOrCreate(file, 1 << 20, mapping), HandAgent.live("node0/iop1"),
                ExecutorKind.WORKER);
            byte[] data = rig.fill(0, 65_536, 2);
            rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_THROUGH, 4096, 65_536, 0);
            rig.stepUntilReply();
            assertEquals(65_536, rig.succeeded());
            rig.transfer(Function.BSA_BLOCK_READ, 0, 4096, 65_536, 131_072);
            rig.stepUntilReply();
            assertEquals(65_536, rig.succeeded());
            assertArrayEquals(data, rig.hostBytes(131_072, 65_536));
            rig.disk.close();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static int first(List<String> calls, int from, String what) {
        for (int i = from; i < calls.size(); i++) {
            if (calls.get(i).contains(what)) {
                return i;
            }
        }
        throw new AssertionError("'" + what + "' does not occur in the trace");
    }

    private static boolean synced(List<String> calls, int from, int to) {
        return calls.subList(from, to).stream().anyMatch(call -> call.contains("msync(") || call.contains("fdatasync(")
            || call.contains("fsync("));
    }

    private static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-o", "/dev/null", "true").redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
