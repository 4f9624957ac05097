package dev.spine.perf.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.video.ExtensionReader;
import dev.spine.iop.packet.wire.VideoDatagram;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * RFC 4175 is read in three places that share no line of code: by the extension, the view of the forwarder and the host's application, and
 * the reference. What is a packet of the stream to one is so to all, with the same lines.
 */
class PacketReadersAgreeTest {
    private static final int PORT = 5004;
    private static final int PACKETS = 200_000;

    /** The readers of one stream. */
    private static final class Readers {
        private final ReferenceWindow window;
        private final PixelFormat format;
        private final dev.spine.i2o.message.display.PixelFormat displayFormat;
        private final ExtensionReader extension = new ExtensionReader();
        private final VideoDatagram view = new VideoDatagram();

        Readers(ReferenceFormat stream) {
            window = new ReferenceWindow(PORT, stream, 0, 0, 320, 240);
            format = PixelFormat.valueOf(stream.name());
            displayFormat = dev.spine.i2o.message.display.PixelFormat.valueOf(stream.name());
        }

        /** Compares all on one packet; returns whether it was one of the stream. */
        boolean agreeOn(byte[] packet) {
            List<FoundLine> expected = reference(packet);
            assertEquals(expected, filled(viewed(packet)), "view");
            boolean delivered = isDelivered(packet);
            assertTrue(delivered || expected == null, "a packet of the stream reaches the card's modules");
            if (delivered) {
                assertEquals(expected, lines(extension.read(packet, format)), "extension");
            }
            return expected != null;
        }

        /** Whether the packet is a datagram for the port, which is what the card's demultiplexer asks as well. */
        private boolean isDelivered(byte[] packet) {
            return view.isUdp(MemorySegment.ofArray(packet), 0, packet.length) && view.port() == PORT;
        }

        private @Nullable List<FoundLine> viewed(byte[] packet) {
            if (!isDelivered(packet) || !view.parse(displayFormat)) {
                return null;
            }
            List<FoundLine> lines = new ArrayList<>();
            int at = (int) view.pixels();
            for (int i = 0; i < view.lines().count(); i++) {
                lines.add(new FoundLine(view.lines().line(i), view.lines().column(i), view.lines().bytes(i), at));
                at += view.lines().bytes(i);
            }
            assertTrue(at - view.pixels() <= view.pixelBytes(), "the lines are within the pixels");
            return lines;
        }

        private @Nullable List<FoundLine> reference(byte[] packet) {
            if (!(ReferencePacket.parse(ByteBuffer.wrap(packet), window) instanceof ReferencePacket.Video video)) {
                return null;
            }
            int bytes = video.lines().stream().mapToInt(line -> line.bytes().remaining()).sum();
            // Where the bytes begin is the view's word; that they are the right ones is compared byte by byte.
            int at = Objects.requireNonNull(viewed(packet), "the view finds a packet of the reference").getFirst().at();
            ByteBuffer all = ByteBuffer.allocate(bytes);
            List<FoundLine> lines = new ArrayList<>();
            for (ReferencePacket.LinePiece piece : video.lines()) {
                lines.add(new FoundLine(piece.line(), piece.firstPixel(), piece.bytes().remaining(), at + all.position()));
                all.put(piece.bytes().duplicate());
            }
            assertEquals(all.flip(), ByteBuffer.wrap(packet, at, bytes));
            return filled(lines);
        }
    }

    private static @Nullable List<FoundLine> lines(@Nullable List<List<Integer>> found) {
        return found == null ? null : found.stream().map(at -> new FoundLine(at.get(0), at.get(1), at.get(2), at.get(3))).toList();
    }

    /** Empty lines show nothing: a reader may leave them out. */
    private static @Nullable List<FoundLine> filled(@Nullable List<FoundLine> lines) {
        return lines == null ? null : lines.stream().filter(line -> line.bytes() > 0).toList();
    }

    @Test
    void everyReaderFindsTheSameInRandomAndMutatedPackets() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        Readers[] readers = {new Readers(ReferenceFormat.UYVY), new Readers(ReferenceFormat.RGB888)};
        int valid = 0;
        for (int number = 0; number < PACKETS; number++) {
            Readers chosen = readers[number & 1];
            byte[] packet = mutated(random, packet(random, chosen.window.stream()));
            try {
                valid += chosen.agreeOn(packet) ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("packet " + number + " " + Arrays.toString(packet) + ", run again with -Dspine.seed=" + seed, e);
            }
        }
        int found = valid;
        assertTrue(valid > PACKETS / 5 && valid < PACKETS * 4 / 5, () -> found + " of " + PACKETS + " were of the stream");
    }

    @Test
    void manyLinesAndEmptyLinesAreFoundByAll() {
        Readers readers = new Readers(ReferenceFormat.RGB888);
        for (int lines = 1; lines <= 162; lines++) {
            VideoPacket full = new VideoPacket(PORT);
            VideoPacket empty = new VideoPacket(PORT);
            for (int line = 0; line < lines; line++) {
                full.line(line, line, 1, 2, 3);
                empty.line(line, line);
            }
            assertTrue(readers.agreeOn(full.build().array()), lines + " lines");
            assertTrue(readers.agreeOn(empty.build().array()), lines + " empty lines");
        }
    }

    @Test
    void paddingOfNoBytesIsMalformedForAll() {
        byte[] packet = new VideoPacket(PORT).line(3, 4, 1, 2, 3, 4).padding(1).build().array();
        Readers readers = new Readers(ReferenceFormat.UYVY);
        assertTrue(readers.agreeOn(packet));
        packet[packet.length - 1] = 0;
        assertTrue(!readers.agreeOn(packet));
    }

    private static byte[] packet(SplittableRandom random, ReferenceFormat stream) {
        VideoPacket packet = new VideoPacket(random.nextInt(20) == 0 ? PORT + 1 : PORT).sequence(random.nextInt());
        for (int lines = random.nextInt(4) + 1; lines > 0; lines--) {
            int[] bytes = new int[random.nextInt(12) * stream.pixelsPerGroup() * stream.bytesPerPixel()];
            packet.line(random.nextInt(240), random.nextInt(160) * 2, random.ints(bytes.length, 0, 256).toArray());
        }
        if (random.nextInt(4) == 0) {
            packet.csrcs(random.nextInt(16));
        }
        if (random.nextInt(4) == 0) {
            packet.extension(random.nextInt(5));
        }
        if (random.nextInt(4) == 0) {
            packet.padding(random.nextInt(20));
        }
        if (random.nextInt(4) == 0) {
            packet.trailing(random.nextInt(20));
        }
        return packet.build().array();
    }

    /** Half of the packets stay as they are; of the others some bytes are changed, most of them in headers, or the end is missing. */
    private static byte[] mutated(SplittableRandom random, byte[] packet) {
        if (random.nextInt(100) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        if (random.nextBoolean()) {
            return packet;
        }
        for (int changes = random.nextInt(3) + 1; changes > 0; changes--) {
            int at = random.nextInt(4) == 0 ? random.nextInt(packet.length) : random.nextInt(Math.min(packet.length, 80));
            packet[at] = random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (packet[at] ^ 1 << random.nextInt(8));
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(packet, random.nextInt(packet.length + 1)) : packet;
    }
}
