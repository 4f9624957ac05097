package dev.spine.perf.reference;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Builds packets for the tests, right by default; every header byte can be changed afterwards. */
final class VideoPacket {
    static final int ETHERNET = 0;
    static final int IP = 14;
    static final int UDP = IP + 20;
    static final int RTP = UDP + 8;
    static final int PAYLOAD = RTP + 12;

    private record Piece(int line, int offset, ByteBuffer bytes) {
    }

    private final int udpPort;
    private final List<Piece> pieces = new ArrayList<>();
    private int sequence;
    private int csrcs;
    private int extensionWords = -1;
    private int paddingBytes;
    private int trailingBytes;

    VideoPacket(int udpPort) {
        this.udpPort = udpPort;
    }

    VideoPacket line(int line, int offset, int... bytes) {
        byte[] copy = new byte[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            copy[index] = (byte) bytes[index];
        }
        pieces.add(new Piece(line, offset, ByteBuffer.wrap(copy)));
        return this;
    }

    VideoPacket sequence(int value) {
        sequence = value;
        return this;
    }

    VideoPacket csrcs(int count) {
        csrcs = count;
        return this;
    }

    VideoPacket extension(int words) {
        extensionWords = words;
        return this;
    }

    VideoPacket padding(int bytes) {
        paddingBytes = bytes;
        return this;
    }

    /** Bytes behind the IPv4 packet, as Ethernet's shortest frame has them. */
    VideoPacket trailing(int bytes) {
        trailingBytes = bytes;
        return this;
    }

    ByteBuffer build() {
        int dataBytes = pieces.stream().mapToInt(piece -> piece.bytes().remaining()).sum();
        int extensionBytes = extensionWords < 0 ? 0 : 4 + extensionWords * 4;
        int rtpBytes = 12 + csrcs * 4 + extensionBytes + 2 + pieces.size() * 6 + dataBytes + paddingBytes;
        ByteBuffer packet = ByteBuffer.allocate(RTP + rtpBytes + trailingBytes);
        packet.put(new byte[12]).putShort((short) 0x0800);
        packet.put((byte) 0x45).put((byte) 0).putShort((short) (28 + rtpBytes)).putInt(0x4000)
                .put((byte) 64).put((byte) 17).putShort((short) 0).putInt(0xC0000201).putInt(0xC0000202);
        packet.putShort((short) 49152).putShort((short) udpPort).putShort((short) (8 + rtpBytes)).putShort((short) 0);
        int first = 0x80 | (paddingBytes > 0 ? 0x20 : 0) | (extensionWords < 0 ? 0 : 0x10) | csrcs;
        packet.put((byte) first).put((byte) 96).putShort((short) sequence).putInt(90_000).putInt(0x12345678);
        packet.put(new byte[csrcs * 4]);
        if (extensionWords >= 0) {
            packet.putShort((short) 0xBEDE).putShort((short) extensionWords).put(new byte[extensionWords * 4]);
        }
        packet.putShort((short) (sequence >>> 16));
        for (int index = 0; index < pieces.size(); index++) {
            Piece piece = pieces.get(index);
            int more = index + 1 < pieces.size() ? 0x8000 : 0;
            packet.putShort((short) piece.bytes().remaining()).putShort((short) piece.line()).putShort((short) (more | piece.offset()));
        }
        for (Piece piece : pieces) {
            packet.put(piece.bytes().duplicate());
        }
        if (paddingBytes > 0) {
            packet.put(new byte[paddingBytes - 1]).put((byte) paddingBytes);
        }
        return packet.rewind();
    }
}
