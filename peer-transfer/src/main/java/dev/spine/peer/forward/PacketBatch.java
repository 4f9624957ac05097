package dev.spine.peer.forward;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.PacketsWriter;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutPackets;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.Packet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The packets of one message, from the first that joins to the display's reply. Preallocated, used again and again. */
final class PacketBatch {
    private final int index;
    private final @Nullable Packet[] packets;
    private final long[] headers;
    private final int[] headerBytes;
    private final int[] pixelBytes;
    private int count;
    private int words;
    private int generation;
    private boolean sent;
    private long deadlineNs;

    PacketBatch(int index, int capacity) {
        this.index = index;
        this.packets = new Packet[capacity];
        this.headers = new long[capacity];
        this.headerBytes = new int[capacity];
        this.pixelBytes = new int[capacity];
    }

    /** Its place among the stream's batches. */
    int index() {
        return index;
    }

    int count() {
        return count;
    }

    /** Whether the message is at the display. */
    boolean isSent() {
        return sent;
    }

    /** Until when it may wait for a frame, or for the answer. */
    long deadlineNs() {
        return deadlineNs;
    }

    void deadlineNs(long timeNs) {
        deadlineNs = timeNs;
    }

    /** What the display returns, by which an answer is known: generation [31:8], index [7:0]. */
    int cookie() {
        return generation << 8 | index;
    }

    void begin() {
        count = 0;
        words = PutPackets.LIST_WORD;
        sent = false;
    }

    /** Adds a packet that the view has parsed; false when the message would be larger than {@code frameBytes}. */
    boolean add(Packet packet, VideoPacket view, int frameBytes) {
        int next = words + PutPackets.words(view.headerBytes());
        if (count == packets.length || next * Integer.BYTES > frameBytes) {
            return false;
        }
        packets[count] = packet;
        headers[count] = view.header();
        headerBytes[count] = view.headerBytes();
        pixelBytes[count] = view.pixelBytes();
        count++;
        words = next;
        return true;
    }

    /** Whether another packet like the last one would not fit. */
    boolean isFull(int frameBytes) {
        return count == packets.length || (words + PutPackets.words(headerBytes[count - 1])) * Integer.BYTES > frameBytes;
    }

    /** Writes the message into a frame; the caller posts it. */
    void write(PacketsWriter writer, MessageFrame frame, MessageRoute route, int initiatorContext, int window, PixelFormat format) {
        writer.begin(frame, route.initiator(), route.target(), initiatorContext, cookie(), window, format);
        for (int i = 0; i < count; i++) {
            Packet packet = packets[i];
            if (packet != null) {
                long pixels = headers[i] + headerBytes[i];
                writer.add(packet.memory(), headers[i], headerBytes[i], (int) (packet.address() - packet.offset() + pixels), pixelBytes[i]);
            }
        }
        writer.end();
        sent = true;
    }

    /** Gives all packets back to their wire; later answers to this message are no longer known. */
    int release(Delivery delivery) {
        int released = count;
        for (int i = 0; i < count; i++) {
            Packet packet = packets[i];
            if (packet != null) {
                packet.release(delivery);
            }
        }
        Arrays.fill(packets, 0, count, null);
        count = 0;
        sent = false;
        generation = generation + 1 & 0xFF_FFFF;
        return released;
    }
}
