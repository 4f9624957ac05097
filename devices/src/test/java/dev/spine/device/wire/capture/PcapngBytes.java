package dev.spine.device.wire.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes pcapng files block by block for the tests, right ones and wrong ones, without the code under test. */
final class PcapngBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private ByteOrder order;

    PcapngBytes(ByteOrder order) {
        this.order = order;
    }

    /** Begins a section in a byte order. */
    PcapngBytes section(ByteOrder next) {
        order = next;
        return block(0x0A0D0D0A, body(16).putInt(0x1A2B3C4D).putShort((short) 1).putShort((short) 0).putLong(-1));
    }

    PcapngBytes section() {
        return section(order);
    }

    PcapngBytes interfaceOf(int linkType, int snapBytes, byte[]... options) {
        return block(1, withOptions(body(400).putShort((short) linkType).putShort((short) 0).putInt(snapBytes), options));
    }

    PcapngBytes enhanced(int number, long ticks, int wireBytes, byte[] packet, byte[]... options) {
        ByteBuffer body = body(400 + packet.length).putInt(number).putInt((int) (ticks >>> 32)).putInt((int) ticks).putInt(packet.length)
            .putInt(wireBytes).put(packet);
        return block(6, withOptions(pad(body), options));
    }

    PcapngBytes obsolete(int number, long ticks, byte[] packet) {
        return block(2, pad(body(40 + packet.length).putShort((short) number).putShort((short) 7).putInt((int) (ticks >>> 32))
            .putInt((int) ticks).putInt(packet.length).putInt(packet.length).put(packet)));
    }

    PcapngBytes simple(int wireBytes, byte[] kept) {
        return block(3, pad(body(40 + kept.length).putInt(wireBytes).put(kept)));
    }

    PcapngBytes block(int type, ByteBuffer body) {
        ByteBuffer block = ByteBuffer.allocate(body.flip().remaining() + 12).order(order);
        block.putInt(type).putInt(block.capacity()).put(body).putInt(block.capacity());
        bytes.writeBytes(block.array());
        return this;
    }

    /** Bytes as they are. */
    PcapngBytes raw(byte... some) {
        bytes.writeBytes(some);
        return this;
    }

    ByteBuffer body(int room) {
        return ByteBuffer.allocate(room).order(order);
    }

    /** An option of this section's byte order. */
    byte[] option(int code, byte... value) {
        ByteBuffer option = ByteBuffer.allocate(4 + (value.length + 3 & ~3)).order(order);
        option.putShort((short) code).putShort((short) value.length).put(value);
        return option.array();
    }

    byte[] word(int value) {
        return body(4).putInt(value).array();
    }

    byte[] longWord(long value) {
        return body(8).putLong(value).array();
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    private static ByteBuffer withOptions(ByteBuffer body, byte[]... options) {
        for (byte[] option : options) {
            body.put(option);
        }
        return options.length == 0 ? body : body.putInt(0);
    }

    private static ByteBuffer pad(ByteBuffer body) {
        while ((body.position() & 3) != 0) {
            body.put((byte) 0x55);
        }
        return body;
    }
}
