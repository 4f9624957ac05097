package dev.spine.host.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostMemory;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of clients that read late or send much at once, without sockets: all are answered, whole and once. */
@Timeout(60)
class TransmissionProgressTest {
    private static final int CAPACITY = 4 << 20;
    /** Drawn once: to fill a disk takes longer than to serve it. */
    private static final byte[] CONTENT = content();

    private static byte[] content() {
        byte[] content = new byte[CAPACITY];
        new Random(1998).nextBytes(content);
        return content;
    }

    /** One connection's pieces, and the bytes that wait at either end. */
    private static final class Line implements ReadableByteChannel, GatheringByteChannel {
        final Bus bus = new Bus(1);
        final MemoryDevice disk = new MemoryDevice(bus, CAPACITY, 512, 16);
        final ConnectionMemory memory;
        final InputBuffer in;
        final OutputQueue out;
        final Transmission transmission;
        final ByteBuffer sent = ByteBuffer.allocate(16 << 20);
        final ByteArrayOutputStream received = new ByteArrayOutputStream();
        boolean deaf;

        Line(int requests, int chunks, boolean structured) {
            memory = new ConnectionMemory(new HostMemory(bus, BusAgent.host()), chunks);
            in = new InputBuffer(memory);
            out = new OutputQueue(memory);
            ReplyArea area = new ReplyArea(memory);
            // The negotiation has used it.
            memory.release(area.take(NbdProtocol.GREETING_BYTES, 0));
            transmission = new Transmission(new Agreement(new NbdExport("disk", "", disk, NbdExport.Access.AS_DEVICE), structured, null),
                new WriteGate(), new NbdCounters(), memory, in, out, area, requests);
            sent.limit(0);
        }

        void send(ByteBuffer request) {
            sent.mark().position(sent.limit()).limit(sent.position() + request.remaining());
            sent.put(request).reset();
        }

        /** Does one thing of several; returns whether anything moved. */
        boolean step(int which) {
            try {
                return switch (which) {
                    case 0 -> disk.doWork(1) > 0;
                    case 1 -> transmission.isWaiting() && transmission.retry() > 0;
                    case 2 -> {
                        int before = in.available();
                        Transmission.Need need = transmission.parse();
                        int read = need == Transmission.Need.BYTES ? in.read(this, transmission.missing()) : 0;
                        yield read > 0 || in.available() != before;
                    }
                    default -> !deaf && !out.isEmpty() && out.send(this) > 0;
                };
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Goes on until nothing moves any more. */
        void settle() {
            boolean moved = true;
            while (moved) {
                moved = false;
                for (int part = 0; part < 4; part++) {
                    moved |= step(part);
                }
            }
        }

        @Override
        public int read(ByteBuffer into) {
            int count = Math.min(into.remaining(), sent.remaining());
            into.put(sent.slice(sent.position(), count));
            sent.position(sent.position() + count);
            return count;
        }

        @Override
        public int write(ByteBuffer from) {
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            received.writeBytes(bytes);
            return bytes.length;
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) {
            long count = 0;
            for (int i = offset; i < offset + length; i++) {
                count += write(from[i]);
            }
            return count;
        }

        @Override
        public long write(ByteBuffer[] from) {
            return write(from, 0, from.length);
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void aRefusedPayloadIsPassedOverAlsoWhileAnEarlierPayloadHoldsTheInput() {
        Line line = new Line(16, 6, true);
        line.disk.held = true;
        line.send(NbdClient.request(1, 0, 1, 0, 512, new byte[512]));
        line.send(NbdClient.request(1, 0, 2, CAPACITY, 600_000, new byte[600_000]));
        line.settle();
        line.disk.held = false;
        line.settle();
        assertEquals(0, line.sent.remaining(), "bytes that were not read");
        assertEquals(32, line.received.size());
    }

    @Test
    void holesThatAClientIsSlowToReadAreAllTold() {
        Line line = new Line(64, 15, true);
        line.deaf = true;
        for (int i = 0; i < 64; i++) {
            line.send(NbdClient.request(0, 0, i, 0, CAPACITY));
        }
        line.settle();
        line.deaf = false;
        line.settle();
        long[] notified = new long[64];
        ByteBuffer replies = ByteBuffer.wrap(line.received.toByteArray());
        while (replies.hasRemaining()) {
            assertEquals(0x668e33ef, replies.getInt());
            replies.getShort();
            int type = replies.getShort();
            int cookie = (int) replies.getLong();
            int length = replies.getInt();
            assertEquals(notified[cookie], replies.getLong(), "the pieces of a reply come in order");
            notified[cookie] += type == 2 ? replies.getInt() : length - 8;
            replies.position(replies.position() + (type == 2 ? 0 : length - 8));
        }
        for (long bytes : notified) {
            assertEquals(CAPACITY, bytes);
        }
        assertTrue(line.transmission.isIdle());
    }

    @Test
    void largeReadsBetweenSmallOnesAndWritesComeToAnEnd() {
        Seeded.cases(300, random -> {
            Line line = new Line(16, 6, random.nextInt(4) == 0);
            fill(line, random);
            for (int i = 0; i < 2000; i++) {
                line.step(random.nextInt(4));
            }
            line.settle();
            assertEquals(0, line.sent.remaining(), "bytes that were not read");
            assertTrue(line.transmission.isIdle(), "a request is not answered");
            assertTrue(line.received.size() > 0 && line.out.isEmpty());
        });
    }

    private static void fill(Line line, Random random) {
        System.arraycopy(CONTENT, 0, line.disk.content, 0, CAPACITY);
        for (int i = 0; i < 24; i++) {
            int offset = 512 * random.nextInt(1000);
            switch (random.nextInt(4)) {
                case 0 -> line.send(NbdClient.request(0, 0, i, offset, 1 << 20));
                case 1 -> line.send(NbdClient.request(0, 0, i, offset, 4096));
                default -> line.send(NbdClient.request(1, 0, i, offset, 128 * 1024, new byte[128 * 1024]));
            }
        }
    }
}
