package dev.spine.peer.forward;

import dev.spine.i2o.message.display.PacketsWriter;
import dev.spine.i2o.message.display.PutPackets;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.VideoDatagram;

/** Where the payload headers and the pixels of one batch's packets are. Preallocated, used again and again. */
final class VideoHeaders {
    private final long[] headers;
    private final int[] headerBytes;
    private final int[] pixelBytes;
    private int words;

    VideoHeaders(int capacity) {
        this.headers = new long[capacity];
        this.headerBytes = new int[capacity];
        this.pixelBytes = new int[capacity];
    }

    /** Whether the message of a batch with {@code count} packets and the one that the view has parsed is no larger than a frame. */
    boolean hasRoom(int count, VideoDatagram view, int frameBytes) {
        return fits(count, view.lines().headerBytes(), frameBytes);
    }

    /** Whether another packet like the last of {@code count} would not fit. */
    boolean isFull(int count, int frameBytes) {
        return !fits(count, headerBytes[count - 1], frameBytes);
    }

    private boolean fits(int count, int bytes, int frameBytes) {
        return (before(count) + PutPackets.words(bytes)) * Integer.BYTES <= frameBytes;
    }

    /** Words of the message before the next packet's. */
    private int before(int count) {
        return count == 0 ? PutPackets.LIST_WORD : words;
    }

    /** Notes a packet that the view has parsed, as number {@code count} of its batch. */
    void add(int count, VideoDatagram view) {
        words = before(count) + PutPackets.words(view.lines().headerBytes());
        headers[count] = view.lines().header();
        headerBytes[count] = view.lines().headerBytes();
        pixelBytes[count] = view.pixelBytes();
    }

    /** Writes a packet's part of the message. */
    void write(int number, Packet packet, PacketsWriter writer) {
        long pixels = headers[number] + headerBytes[number];
        writer.add(packet.memory(), headers[number], headerBytes[number], (int) (packet.address() - packet.offset() + pixels),
            pixelBytes[number]);
    }
}
