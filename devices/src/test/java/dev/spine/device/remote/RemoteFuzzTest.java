package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.fuzz.Fuzz;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Any stream of messages to a served card: it is carried out or ends its client, an honest client is served next, and nothing is left.
 *
 * <p>An input is a stream of messages. The padding word of a header, which the card does not look at, says what rides on the message: how
 * many descriptors in its lowest byte, of what kind in the next.
 */
@Isolated("it counts the process's descriptors")
class RemoteFuzzTest {
    private static final int HEADER = 16;
    private static final int MEMORY_BYTES = 0x2_0000;
    private static final int BRIEF_STREAMS = 400;
    private static final int STREAMS_PER_HONEST_CLIENT = 16;
    private static final int MAX_RIDING = 12;
    /** No stream here stalls; a process that is stopped for minutes is not to find that its clients did. */
    private static final int MESSAGE_LIMIT_MS = 3_600_000;

    private final Fuzz fuzz = Fuzz.over(RemoteFuzzTest.class, "streams").generating(RemoteFuzzTest::messages);
    private long streams;

    /** What a client may pass: what is asked for, what is asked for elsewhere, and what nobody asks for. */
    private enum Riding {
        /** Shared memory that can be sealed. */
        MEMORY,
        /** An eventfd of its own each. */
        EVENTS,
        /** A socket that nobody reads. */
        SOCKET;

        private static final Riding[] ALL = values();

        int make() {
            return switch (this) {
                case MEMORY -> NativeCalls.memory("spine-test", MEMORY_BYTES);
                case EVENTS -> NativeCalls.eventDescriptor();
                case SOCKET -> LocalSockets.socket();
            };
        }
    }

    /** Messages of known commands with fitting payloads, whose fields are numbers that a host might use. */
    private static byte[] messages(Random random) {
        ByteBuffer stream = ByteBuffer.allocate(8 * (HEADER + RemoteCommand.MAX_PAYLOAD_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        for (int count = 1 + random.nextInt(8); count > 0; count--) {
            RemoteCommand command = RemoteCommand.values()[random.nextInt(RemoteCommand.values().length)];
            int bytes = switch (command) {
                case SYNC_SYSMEM -> 192;
                case RET -> 8;
                case PCI_CFGWRITE, PCI_CFGREAD -> 12;
                case BAR_WRITE, BAR_READ -> 24;
                case SET_IRQFD, DEVICE_RESET -> 0;
            };
            int riding = switch (command) {
                case SYNC_SYSMEM -> 1 + random.nextInt(8);
                case SET_IRQFD -> 2 + 0x100 * random.nextInt(3);
                default -> 0;
            };
            stream.putInt(command.ordinal()).putInt(riding).putLong(bytes);
            switch (command) {
                case PCI_CFGWRITE, PCI_CFGREAD ->
                    stream.putInt(4 * random.nextInt(16)).putInt(random.nextInt()).putInt(1 << random.nextInt(4));
                case BAR_WRITE, BAR_READ -> stream.putLong(RemoteClient.BAR + 4L * random.nextInt(0x1000 + 0x40))
                    .putLong(random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(0x8000)).putInt(1 << random.nextInt(4)).putInt(1);
                default -> {
                    for (int at = 0; at < bytes; at += Long.BYTES) {
                        stream.putLong(random.nextInt(4) == 0 ? random.nextLong() : 0x1000L * random.nextInt(0x21));
                    }
                }
            }
        }
        return Arrays.copyOf(stream.array(), stream.position());
    }

    /** Sends messages one by one as far as they have an end, and the rest as it is; returns what the card made of them. */
    private Object stream(RemoteRig rig, byte[] stream) {
        long[] before = counts(rig);
        rig.forgetLog();
        try (RemoteClient client = new RemoteClient(rig.path)) {
            int at = 0;
            while (at < stream.length) {
                int length = stream.length - at;
                int riding = 0;
                Riding kind = Riding.MEMORY;
                if (length >= HEADER) {
                    ByteBuffer header = ByteBuffer.wrap(stream, at, HEADER).slice().order(ByteOrder.LITTLE_ENDIAN);
                    riding = (header.get(4) & 0xFF) % MAX_RIDING;
                    kind = Riding.ALL[(header.get(5) & 0xFF) % Riding.ALL.length];
                    length = Math.clamp(header.getLong(8) + HEADER, HEADER, length);
                }
                if (!send(client, Arrays.copyOfRange(stream, at, at + length), kind, riding)) {
                    break;
                }
                at += length;
            }
            client.endOutput();
            assertTrue(client.isClosedByServer(), "the server neither goes on nor closes");
        }
        String end = rig.awaitEnd();
        if (++streams % STREAMS_PER_HONEST_CLIENT == 0) {
            checkHonestClient(rig);
        }
        long[] after = counts(rig);
        EnumSet<Counter> counted = EnumSet.allOf(Counter.class);
        counted.removeIf(counter -> before[counter.ordinal()] == after[counter.ordinal()]);
        return List.of(end, counted);
    }

    private static boolean send(RemoteClient client, byte[] message, Riding kind, int riding) {
        int[] descriptors = new int[riding];
        for (int i = 0; i < riding; i++) {
            descriptors[i] = kind.make();
        }
        boolean sent = client.sendWhole(message, descriptors);
        RemoteCard.closeAll(descriptors, riding);
        return sent;
    }

    private static long[] counts(RemoteRig rig) {
        return Arrays.stream(Counter.values()).mapToLong(rig::count).toArray();
    }

    private static void checkHonestClient(RemoteRig rig) {
        int memory = Riding.MEMORY.make();
        rig.forgetLog();
        try (RemoteClient honest = new RemoteClient(rig.path)) {
            honest.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memory);
            assertEquals(0x10F0_1AF4L, honest.configuration(3, 0, 0, 4));
            honest.mapWindow();
            RemoteRig.await("a frame", () -> honest.read32(0x40) != -1);
        } catch (AssertionError e) {
            throw new AssertionError("an honest client is not served: " + rig.log + ", " + rig.server.counters(), e);
        }
        NativeCalls.close(memory);
        rig.awaitEnd();
    }

    /** A run of the driver on a card of its own, after which this process has what it had before. */
    private interface Run {
        Fuzz.Summary on(RemoteRig rig);
    }

    private void leavesNothing(Run run) throws IOException {
        try (RemoteRig warm = new RemoteRig(MESSAGE_LIMIT_MS)) {
            checkHonestClient(warm);
        }
        List<String> descriptors = RemoteRig.descriptors();
        long mappings = RemoteRig.mappings();
        try (RemoteRig rig = new RemoteRig(MESSAGE_LIMIT_MS)) {
            Fuzz.Summary summary = run.on(rig);
            checkHonestClient(rig);
            assertTrue(summary.outcomes() > 4, () -> "the inputs find too little: " + summary);
        }
        assertEquals(descriptors, RemoteRig.descriptors());
        assertEquals(mappings, RemoteRig.mappings());
    }

    @Test
    @Timeout(120)
    void anyStreamLeavesTheCardAndThisProcessAsTheyWere() throws IOException {
        leavesNothing(rig -> fuzz.briefly(BRIEF_STREAMS, input -> stream(rig, input)));
    }

    @Test
    @Tag("full")
    @Timeout(3600)
    void anyStreamLeavesTheCardAndThisProcessAsTheyWereForLong() throws IOException {
        leavesNothing(rig -> fuzz.atLength(input -> stream(rig, input)));
    }
}
