package dev.spine.system.trace;

import dev.spine.device.wire.capture.PcapngWriter;
import dev.spine.system.output.ReplacedFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes a trace as pcapng: messages on the interface {@code i2o} of link type USER0, each behind a header that says where it was posted;
 * packets on an interface of link type Ethernet for each port. {@code docs/observing.md} describes the header. One thread at a time.
 */
public final class TraceFile implements TraceSink, AutoCloseable {
    private static final int VERSION = 1;
    private static final int FIXED_BYTES = 20;
    private static final int MAX_NAME_BYTES = 64;
    private static final int BUFFER_BYTES = 1 << 16;

    private final ReplacedFile file;
    private final PcapngWriter writer;
    private final int messages;
    private final Map<String, Integer> ports = new HashMap<>();
    private final ByteBuffer record = ByteBuffer.allocate(PcapngWriter.MAX_PACKET_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * Begins a file, which replaces what was there when it is {@linkplain #keep kept}.
     *
     * @param name its name
     * @throws IOException it cannot be written
     */
    public TraceFile(Path name) throws IOException {
        this.file = ReplacedFile.begin(name);
        this.writer = new PcapngWriter(new BufferedOutputStream(file.stream(), BUFFER_BYTES), "spine trace");
        this.messages = writer.addInterface("i2o", PcapngWriter.LINK_TYPE_USER0);
    }

    @Override
    public void message(TracedMessage message) throws IOException {
        byte[] sender = name(message.sender());
        byte[] target = name(message.target());
        int headerBytes = FIXED_BYTES + sender.length + target.length + 3 & -4;
        record.clear();
        record.put((byte) VERSION).put((byte) message.list().code()).putShort((short) message.deviceClass());
        record.putInt(message.address()).putLong(message.timeNs());
        record.put((byte) sender.length).put((byte) target.length).putShort((short) headerBytes);
        record.put(sender).put(target);
        while (record.position() < headerBytes) {
            record.put((byte) 0);
        }
        record.put(message.bytes().slice(0, Math.min(message.bytes().remaining(), record.remaining())));
        writer.packet(messages, message.timeNs(), record.flip());
    }

    private static byte[] name(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return bytes.length <= MAX_NAME_BYTES ? bytes : java.util.Arrays.copyOf(bytes, MAX_NAME_BYTES);
    }

    @Override
    public void packet(TracedPacket packet) throws IOException {
        Integer known = ports.get(packet.port());
        if (known == null) {
            known = writer.addInterface(packet.port(), PcapngWriter.LINK_TYPE_ETHERNET);
            ports.put(packet.port(), known);
        }
        writer.packet(known, packet.timeNs(), packet.bytes().slice(0,
            Math.min(packet.bytes().remaining(), PcapngWriter.MAX_PACKET_BYTES)));
    }

    /**
     * Ends the file: it holds the trace from now on.
     *
     * @throws IOException not all of it could be written; the file holds what it held before
     */
    public void keep() throws IOException {
        writer.close();
        file.keep();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
