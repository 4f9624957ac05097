package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.iop.engine.RunningTask;
import dev.spine.iop.engine.Tasks;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Clients that cut, stall, lie and flood. After each, the card serves an honest one, and nothing is left of the other. */
@Isolated("it counts the process's descriptors")
class HostileClientTest {
    private static final int LIMIT_MS = 200;
    private static final int MEMORY_BYTES = 0x2_0000;

    private List<String> descriptorsBefore;
    private long mappingsBefore;
    private RemoteRig rig;

    @BeforeEach
    void start() throws IOException {
        new RemoteRig(LIMIT_MS).close();
        // What the Java machine opens with the first of them stays open.
        try (LingeringSocket lingering = new LingeringSocket()) {
            LocalSockets.discard(lingering.descriptor());
        }
        descriptorsBefore = RemoteRig.descriptors();
        mappingsBefore = RemoteRig.mappings();
        rig = new RemoteRig(LIMIT_MS);
    }

    @AfterEach
    void honestClientIsServedAndNothingIsLeft() throws IOException {
        try (RemoteClient honest = new RemoteClient(rig.path)) {
            assertEquals(0x10F0_1AF4L, honest.configuration(3, 0, 0, 4));
            int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
            MemorySegment mapped = NativeCalls.map(memory, MEMORY_BYTES);
            honest.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
            honest.mapWindow();
            int[] mfa = {-1};
            RemoteRig.await("a frame", () -> {
                mfa[0] = honest.read32(0x40);
                return mfa[0] != -1;
            });
            int[] statusGet = {0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0, 0, 88};
            for (int i = 0; i < statusGet.length; i++) {
                honest.write32(mfa[0] + 4 * i, statusGet[i]);
            }
            honest.write32(0x40, mfa[0]);
            RemoteRig.await("the status block", () -> mapped.get(ValueLayout.JAVA_INT, 84) >>> 24 == 0xFF);
            NativeCalls.unmap(mapped);
            NativeCalls.close(memory);
        }
        rig.close();
        assertEquals(descriptorsBefore, RemoteRig.descriptors(), rig.log.toString());
        assertEquals(mappingsBefore, RemoteRig.mappings());
    }

    @Test
    void messagesThatAreNoneEndTheConnection() {
        List<byte[]> bad = new ArrayList<>();
        for (int command : new int[] {-1, 1, 8, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            bad.add(RemoteClient.header(command, 8));
        }
        for (long size : new long[] {-1, 0, 11, 13, 192, 193, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32 | 12}) {
            bad.add(RemoteClient.header(3, size));
        }
        bad.add(RemoteClient.header(7, 1));
        bad.add(RemoteClient.header(6, 0));
        for (byte[] header : bad) {
            try (RemoteClient client = new RemoteClient(rig.path)) {
                client.sendRaw(header);
                assertTrue(client.isClosedByServer());
            }
        }
        assertEquals(bad.size(), rig.count(Counter.MALFORMED));
    }

    @Test
    void descriptorsWhereTheyDoNotBelongAreClosed() {
        int memory = NativeCalls.memory("spine-test", 4096);
        try (RemoteClient client = new RemoteClient(rig.path)) {
            client.send(3, RemoteClient.bytes(12).putInt(0).putInt(0).putInt(4).array(), memory);
            assertTrue(client.isClosedByServer());
        }
        for (int count : new int[] {1, 3, 8}) {
            try (RemoteClient client = new RemoteClient(rig.path)) {
                int[] many = new int[count];
                Arrays.fill(many, memory);
                client.sendRaw(RemoteClient.header(6, 0), many);
                assertTrue(client.isClosedByServer());
            }
        }
        assertEquals(4, rig.count(Counter.MALFORMED));
        NativeCalls.close(memory);
    }

    @Test
    void thousandDescriptorsAreNotKept() throws IOException {
        int memory = NativeCalls.memory("spine-test", 4096);
        int[] many = new int[250];
        Arrays.fill(many, memory);
        for (int round = 0; round < 4; round++) {
            try (RemoteClient client = new RemoteClient(rig.path)) {
                assertEquals(16, client.sendRaw(RemoteClient.header(0, 192), many));
                assertTrue(client.isClosedByServer());
            }
        }
        assertEquals(4, rig.count(Counter.MALFORMED));
        // Nine one by one, on the bytes of one header.
        try (RemoteClient client = new RemoteClient(rig.path)) {
            byte[] header = RemoteClient.header(0, 192);
            for (int i = 0; i < 16; i++) {
                client.sendRaw(new byte[] {header[i]}, memory, memory);
            }
            assertTrue(client.isClosedByServer());
        }
        NativeCalls.close(memory);
    }

    @Test
    void halfMessageIsWaitedForOnlySoLong() {
        for (int bytes : new int[] {1, 15, 16, 20}) {
            try (RemoteClient client = new RemoteClient(rig.path)) {
                byte[] whole = Arrays.copyOf(RemoteClient.header(3, 12), 28);
                client.sendRaw(Arrays.copyOf(whole, bytes));
                assertTrue(client.isClosedByServer());
            }
        }
        assertEquals(4, rig.count(Counter.STALLED));
    }

    @Test
    void halfMessageKeepsNoServerFromItsEnd() throws IOException {
        // Closing the rig waits for the server: less long than it would wait for the message.
        try (RemoteRig patient = new RemoteRig(10 * 60_000); RemoteClient client = new RemoteClient(patient.path)) {
            client.sendRaw(Arrays.copyOf(RemoteClient.header(3, 12), 5));
            RemoteRig.await("the client", () -> patient.count(Counter.CLIENTS) == 1);
        }
    }

    @Test
    void messageThatIsCutIsCounted() {
        for (int bytes : new int[] {1, 16, 27}) {
            try (RemoteClient client = new RemoteClient(rig.path)) {
                client.sendRaw(Arrays.copyOf(RemoteClient.header(3, 12), bytes));
            }
        }
        RemoteRig.await("three ends", () -> rig.count(Counter.CUT) == 3);
    }

    @Test
    void clientThatTakesNoAnswersIsSentAway() {
        try (RemoteClient client = new RemoteClient(rig.path)) {
            byte[] read = new byte[28];
            System.arraycopy(RemoteClient.header(3, 12), 0, read, 0, 16);
            read[24] = 4;
            RemoteRig.await("the end", () -> {
                client.sendRaw(read);
                return rig.count(Counter.STALLED) == 1;
            });
        }
    }

    @Test
    void clientThatPretendsInterruptsIsSentAwayOrIgnored() {
        int memory = NativeCalls.memory("spine-test", 4096);
        try (RemoteClient client = new RemoteClient(rig.path)) {
            client.send(6, new byte[0], memory, memory);
            // A file is always readable, and never gives 8 bytes from its end on.
            MemorySegment all = Arena.ofAuto().allocate(4096);
            NativeCalls.read(memory, all, 4096);
            assertTrue(client.isClosedByServer());
        }
        NativeCalls.close(memory);
    }

    @Test
    void memoryMayGoWhileTheCardTransfers() {
        long seed = Long.getLong("spine.seed", 20_261_123L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
        MemorySegment mapped = NativeCalls.map(memory, MEMORY_BYTES);
        try (RemoteClient client = new RemoteClient(rig.path)) {
            client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
            client.mapWindow();
            int resets = 0;
            for (int round = 0; round < 400; round++) {
                for (int i = 0; i < 8; i++) {
                    int mfa = client.read32(0x40);
                    if (mfa != -1) {
                        int[] message = switch (random.nextInt(4)) {
                            case 0 -> new int[] {0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0x400, 0, 88};
                            case 1 -> new int[] {0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, 0x200};
                            case 2 -> new int[] {0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000};
                            default -> new int[] {0x0008_0061, 0xA200_1000, 0, 0, -1, 0, 0xD000_2000, 0x1000};
                        };
                        for (int word = 0; word < message.length; word++) {
                            client.write32(mfa + 4 * word, message[word]);
                        }
                        client.write32(0x40, mfa);
                    }
                }
                client.write32(0x44, 0x8000 + 512 * random.nextInt(16));
                switch (random.nextInt(6)) {
                    case 0 -> client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
                    case 1 -> client.memory(new long[][] {{0, 0x1000, 0}}, memory);
                    case 2 -> {
                        int other = NativeCalls.memory("spine-test", MEMORY_BYTES);
                        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, other);
                        NativeCalls.close(other);
                    }
                    case 3 -> client.memory(new long[][] {{1L << 31, MEMORY_BYTES, 0}}, memory);
                    case 4 -> {
                        if (++resets % 8 == 0) {
                            client.send(7, new byte[0]);
                            assertEquals(0, client.answer());
                            client.mapWindow();
                        }
                    }
                    default -> client.read32(0x44);
                }
            }
        }
        NativeCalls.unmap(mapped);
        NativeCalls.close(memory);
    }

    @Test
    void descriptorsThatAreHardToCloseHoldNobody() throws IOException {
        int memory = NativeCalls.memory("spine-test", 4096);
        byte[] whole = Arrays.copyOf(RemoteClient.header(3, 12), 28);
        for (Place place : Place.values()) {
            rig.forgetLog();
            // While the server is busy with another client, everything is there before any of it is received.
            RemoteClient first = new RemoteClient(rig.path);
            assertEquals(0x10F0_1AF4L, first.configuration(3, 0, 0, 4));
            try (LingeringSocket lingering = new LingeringSocket(); RemoteClient client = new RemoteClient(rig.path)) {
                int hard = lingering.descriptor();
                switch (place) {
                    case INTERRUPT -> client.send(6, new byte[0], hard, hard);
                    case NINTH -> client.sendRaw(RemoteClient.header(0, 192), memory, memory, memory, memory, memory, memory, memory,
                        memory, hard);
                    case PAYLOAD -> {
                        client.sendRaw(RemoteClient.header(3, 12));
                        client.sendRaw(new byte[12], hard);
                    }
                    case NOT_RECEIVED -> {
                        client.sendRaw(RemoteClient.header(-1, 0));
                        client.sendRaw(whole, hard);
                    }
                }
                lingering.leave();
                client.endOutput();
                first.close();
                rig.awaitEnd();
                assertTrue(client.isClosedByServer());
                rig.awaitEnd();
            }
        }
        NativeCalls.close(memory);
    }

    /** Where a descriptor can ride. */
    private enum Place { INTERRUPT, NINTH, PAYLOAD, NOT_RECEIVED }

    /** The way to an agent that does not come to an end of what is waited for. */
    private record Impatient(Tasks tasks) implements Tasks {
        @Override
        public void await(String what, BooleanSupplier condition) {
            throw new AwaitFailedException(what);
        }

        @Override
        public boolean awaitFor(String what, BooleanSupplier condition, long limitNs) {
            return false;
        }

        @Override
        public <T extends @Nullable Object> T call(Supplier<T> onHostAgent) {
            return tasks.call(onHostAgent);
        }

        @Override
        public RunningTask spawn(String name, Runnable task) {
            return tasks.spawn(name, task);
        }
    }

    @Test
    void memoryThatIsNotLeftInTimeEndsNobody() throws IOException {
        int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
        try (RemoteRig slow = new RemoteRig(LIMIT_MS, Impatient::new)) {
            for (int i = 0; i < 2; i++) {
                try (RemoteClient client = new RemoteClient(slow.path)) {
                    client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
                    client.mapWindow();
                }
            }
            RemoteRig.await("late drains", () -> slow.count(Counter.LATE_DRAINS) >= 4);
            assertEquals(2, slow.count(Counter.CLIENTS));
        }
        NativeCalls.close(memory);
        // Nobody comes to an end there, so nothing is given back; the system does that at the end of the process.
        mappingsBefore = RemoteRig.mappings();
    }

    /** The way to an agent that makes no call, for one reason or another. */
    private record Unreachable(RuntimeException reason) implements Tasks {
        @Override
        public void await(String what, BooleanSupplier condition) {
            throw reason;
        }

        @Override
        public boolean awaitFor(String what, BooleanSupplier condition, long limitNs) {
            throw reason;
        }

        @Override
        public <T extends @Nullable Object> T call(Supplier<T> onHostAgent) {
            throw reason;
        }

        @Override
        public RunningTask spawn(String name, Runnable task) {
            throw reason;
        }
    }

    @Test
    void agentThatTakesNoMapInTimeEndsNobody() throws IOException {
        int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
        try (RemoteRig slow = new RemoteRig(LIMIT_MS, _ -> new Unreachable(new AwaitFailedException("too long")))) {
            for (int i = 0; i < 2; i++) {
                try (RemoteClient client = new RemoteClient(slow.path)) {
                    client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
                    client.mapWindow();
                }
                slow.awaitEnd();
            }
            assertEquals(4, slow.count(Counter.LATE_DRAINS));
        }
        NativeCalls.close(memory);
        mappingsBefore = RemoteRig.mappings();
    }

    @Test
    void engineThatFailsSendsTheClientAway() throws IOException {
        int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
        int event = NativeCalls.eventDescriptor();
        RuntimeException failed = new EngineFailedException("an agent", new IllegalStateException("a defect"));
        try (RemoteRig failing = new RemoteRig(LIMIT_MS, _ -> new Unreachable(failed))) {
            try (RemoteClient client = new RemoteClient(failing.path)) {
                client.send(6, new byte[0], event, event);
                client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
                assertTrue(client.isClosedByServer());
            }
            assertSame(failed, failing.awaitFailure());
        }
        NativeCalls.close(event);
        NativeCalls.close(memory);
        mappingsBefore = RemoteRig.mappings();
    }

    @Test
    void serverThatIsClosedTouchesNoDescriptorAnyMore() throws IOException {
        RemoteRig other = new RemoteRig(LIMIT_MS);
        other.close();
        MemorySegment number = Arena.ofAuto().allocate(8, 8);
        int[] mine = new int[8];
        Arrays.setAll(mine, _ -> NativeCalls.eventDescriptor());
        other.server.stop();
        other.server.close();
        for (int each : mine) {
            assertEquals(-NativeCalls.EAGAIN, NativeCalls.read(each, number, 8));
            NativeCalls.close(each);
        }
    }

    @Test
    void hostThatReturnsNoReplyFramesAndFloodsHoldsOnlyItself() {
        int memory = NativeCalls.memory("spine-test", MEMORY_BYTES);
        MemorySegment mapped = NativeCalls.map(memory, MEMORY_BYTES);
        try (RemoteClient client = new RemoteClient(rig.path)) {
            client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
            client.mapWindow();
            int[] init = {0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, 0x200};
            int[] hrt = {0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000};
            post(client, init);
            RemoteRig.await("the outbound queue", () -> mapped.get(ValueLayout.JAVA_INT, 0x200) == 4);
            int posted = 0;
            for (int i = 0; i < 500; i++) {
                int mfa = client.read32(0x40);
                if (mfa != -1) {
                    write(client, mfa, hrt);
                    posted++;
                }
                client.write32(0x40, 0x1000 + 4 * i);
                client.write32(0x40, mfa);
            }
            assertTrue(posted <= 64, "frames are all there is: " + posted);
            assertTrue(rig.card.registers().refusedInbound() >= 500 - 64);
            assertEquals(-1, client.read32(0x44), "no reply without a frame for it");
        }
        NativeCalls.unmap(mapped);
        NativeCalls.close(memory);
    }

    private static void write(RemoteClient client, int mfa, int... words) {
        for (int i = 0; i < words.length; i++) {
            client.write32(mfa + 4 * i, words[i]);
        }
        client.write32(0x40, mfa);
    }

    private static void post(RemoteClient client, int... words) {
        int[] mfa = {-1};
        RemoteRig.await("a frame", () -> {
            mfa[0] = client.read32(0x40);
            return mfa[0] != -1;
        });
        write(client, mfa[0], words);
    }
}
