package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.remote.RemoteCounters.Counter;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Mutated message streams against a served card: whatever comes, an honest client is served next, and nothing is left.
 *
 * <p>The corpus is text: streams of messages in hexadecimal. The padding word of a header says how many descriptors of shared memory ride
 * on that message. {@code -Dspine.fuzz.seconds} says for how long, {@code -Dspine.seed} repeats a run.
 */
class RemoteFuzzTest {
    private static final int HEADER = 16;

    private static List<byte[]> corpus() throws IOException, URISyntaxException {
        Path directory = Path.of(Objects.requireNonNull(RemoteFuzzTest.class.getResource("corpus")).toURI());
        List<byte[]> streams = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                streams.add(HexFormat.of().parseHex(
                    Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).collect(Collectors.joining())));
            }
        }
        return streams;
    }

    @Test
    void mutatedStreamsLeaveTheCardAndThisProcessAsTheyWere() throws IOException, URISyntaxException {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> corpus = corpus();
        assertTrue(corpus.size() >= 5);
        new RemoteRig(50).close();
        int memory = NativeCalls.memory("spine-test", 0x2_0000);
        long descriptors = RemoteRig.descriptors();
        long mappings = RemoteRig.mappings();
        long end = System.nanoTime() + Long.getLong("spine.fuzz.seconds", 2) * 1_000_000_000L;
        int cases = 0;
        try (RemoteRig rig = new RemoteRig(50)) {
            while (cases < corpus.size() || System.nanoTime() < end) {
                byte[] stream = cases < corpus.size() ? corpus.get(cases) : mutate(corpus, random);
                try (RemoteClient client = new RemoteClient(rig.path)) {
                    send(client, stream, memory);
                }
                if (++cases % 16 == 0) {
                    checkHonestClient(rig, memory);
                }
            }
            checkHonestClient(rig, memory);
            long malformed = rig.count(Counter.MALFORMED);
            System.out.println(cases + " streams, " + rig.server.counters());
            assertTrue(cases <= corpus.size() + 50 || malformed > 0, "mutations reach the checks");
        }
        assertEquals(descriptors, RemoteRig.descriptors());
        assertEquals(mappings, RemoteRig.mappings());
        NativeCalls.close(memory);
    }

    /** Sends messages one by one as far as they have an end, and the rest as it is; stops when the server has had enough. */
    private static void send(RemoteClient client, byte[] stream, int memory) {
        int at = 0;
        while (at < stream.length) {
            int length = stream.length - at;
            int riding = 0;
            if (length >= HEADER) {
                ByteBuffer header = ByteBuffer.wrap(stream, at, HEADER).slice().order(ByteOrder.LITTLE_ENDIAN);
                riding = Math.floorMod(header.getInt(4), 12);
                length = Math.clamp(header.getLong(8) + HEADER, HEADER, length);
            }
            int[] descriptors = new int[riding];
            Arrays.fill(descriptors, memory);
            if (client.sendRaw(Arrays.copyOfRange(stream, at, at + length), descriptors) != length) {
                return;
            }
            at += length;
        }
    }

    private static byte[] mutate(List<byte[]> corpus, SplittableRandom random) {
        byte[] stream = corpus.get(random.nextInt(corpus.size())).clone();
        for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
            int at = random.nextInt(stream.length);
            switch (random.nextInt(5)) {
                case 0 -> stream[at] = (byte) random.nextInt();
                case 1 -> stream[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> Arrays.fill(stream, at, Math.min(stream.length, at + 1 + random.nextInt(8)), (byte) (random.nextInt(3) - 1));
                case 3 -> stream = Arrays.copyOf(stream, at + 1);
                default -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    int from = random.nextInt(other.length);
                    byte[] joined = Arrays.copyOf(stream, at + other.length - from);
                    System.arraycopy(other, from, joined, at, other.length - from);
                    stream = joined;
                }
            }
        }
        return stream;
    }

    private static void checkHonestClient(RemoteRig rig, int memory) {
        try (RemoteClient honest = new RemoteClient(rig.path)) {
            honest.memory(new long[][] {{0, 0x2_0000, 0}}, memory);
            assertEquals(0x10F0_1AF4L, honest.configuration(3, 0, 0, 4));
            honest.mapWindow();
            RemoteRig.await("a frame", () -> honest.read32(0x40) != -1);
        }
    }
}
