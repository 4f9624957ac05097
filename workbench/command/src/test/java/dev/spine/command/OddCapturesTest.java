package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code spine play} of damaged and odd captures and of odd RTP streams: what is on the screen is what {@link PlainVideo} says, and every
 * packet of the file is in the one counter that it names.
 *
 * <p>A failure prints the seed of its file; {@code -Dspine.seed=SEED} plays that one first.
 */
class OddCapturesTest {
    /** Every end of a packet; their sum is what came in. */
    private static final List<String> ENDS = List.of("drawn", "outside", "undrawn", "malformed", "noRtp", "rtcp", "interlaced", "tenBit",
        "otherSampling", "manyLines", "fragments", "jumbo", "other", "dropped", "notPlayed", "shortened", "runts", "otherLink", "pending");
    /** Ends that no packet of an ordinary file can meet. */
    private static final Set<String> NEVER =
        Set.of("undrawn", "jumbo", "dropped", "notPlayed", "shortened", "runts", "otherLink", "pending");
    /** The rarest end of a stream, malformed, is met by 33 of 1,000 files: all of so many miss it by a chance of 1e-29. */
    private static final int MAX_FILES = 2_000;

    @TempDir
    private Path scratch;
    private final Set<String> met = new HashSet<>();
    private int played;

    @Test
    void capturesAreShownAndCountedAsTheirBytesSay() throws IOException {
        each(isFull() ? 250 : 25, Set.of(), this::capture);
    }

    @Test
    void streamsAreShownAndCountedAsTheirBytesSay() throws IOException {
        Set<String> wanted = isFull() ? Set.copyOf(Sets.difference(Set.copyOf(ENDS), NEVER)) : Set.of();
        each(isFull() ? 100 : 10, wanted, this::stream);
        assertEquals(Set.of(), Sets.difference(wanted, met), "met by no packet");
    }

    private static boolean isFull() {
        return Boolean.getBoolean("spine.full");
    }

    /** Makes a file. */
    @FunctionalInterface
    private interface Maker {
        byte[] make(OddCapture odd, Random random);
    }

    /** A file of any kind, damaged in many ways, of a stream that has an oddity sometimes. */
    private byte[] capture(OddCapture odd, Random random) {
        return odd.file(odd.stream(random.nextInt(3) == 0 ? 1 << random.nextInt(9) : 0));
    }

    /** A stream with several oddities. */
    private byte[] stream(OddCapture odd, Random random) {
        return odd.whole(odd.stream(random.nextInt(512)));
    }

    /** Plays some files, and then more until each wanted end is met. */
    private void each(int files, Set<String> wanted, Maker maker) throws IOException {
        Long given = Long.getLong("spine.seed");
        Random seeds = new Random(given == null ? System.nanoTime() : given);
        for (int i = 0; i < files || i < MAX_FILES && !met.containsAll(wanted); i++) {
            long seed = given != null && i == 0 ? given : seeds.nextLong();
            try {
                play(new Random(seed), maker);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("file " + i + ", run again with -Dspine.seed=" + seed, e);
            }
        }
    }

    private void play(Random random, Maker maker) throws IOException {
        OddCapture odd = new OddCapture(random);
        byte[] bytes = maker.make(odd, random);
        boolean larger = random.nextInt(3) == 0;
        int screenWidth = larger ? odd.width + 10 : odd.width;
        int screenHeight = larger ? odd.height + 3 : odd.height;
        PlainVideo expected = new PlainVideo(OddCapture.PORT, odd.pairs, odd.width, odd.height, screenWidth, screenHeight).play(bytes);

        Path file = Files.write(scratch.resolve("odd.pcap"), random.nextInt(6) == 0 ? OddCapture.gzip(bytes) : bytes);
        Path raw = scratch.resolve("screen" + played++ + ".raw");
        CommandRun run = CommandRun.of("play", "--input", file, "--port", OddCapture.PORT, "--format", odd.pairs ? "UYVY" : "RGB",
            "--width", odd.width, "--height", odd.height, "--size", screenWidth + "x" + screenHeight, "--raw", raw, "--json", "-");

        if (expected.isRefused() || expected.isEmpty()) {
            run.refusal();
            assertFalse(Files.exists(raw), "nothing is written");
            return;
        }
        assertEquals("", run.err());
        assertEquals(expected.count("drawn") > 0 ? 0 : 1, run.code());
        var counts = JsonRecords.object(run.out());
        long sum = 0;
        for (String end : ENDS) {
            assertEquals((double) expected.count(end), counts.get(end), () -> end + " in " + run.out());
            sum += expected.count(end);
            if (expected.count(end) > 0) {
                met.add(end);
            }
        }
        assertEquals(sum, expected.count("packetsIn"), "the reference counts each packet once");
        for (String count : List.of("packetsIn", "packets", "lost", "streams")) {
            assertEquals((double) expected.count(count), counts.get(count), () -> count + " in " + run.out());
        }
        assertArrayEquals(expected.screen(), Files.readAllBytes(raw));
        Files.delete(raw);
    }
}
