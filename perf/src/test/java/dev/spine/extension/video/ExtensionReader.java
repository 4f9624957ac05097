package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.RuntimeAccess;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The video extension's reader of packets, for comparison with the others. */
public final class ExtensionReader {
    private final VideoPacket reader = new VideoPacket();
    private final Buffer buffer = RuntimeAccess.newBuffer(new BufferOwner() {
        @Override
        public boolean keep(Buffer kept) {
            return false;
        }

        @Override
        public void release(Buffer released) {
            // The test's packet is nobody's.
        }

        @Override
        public boolean isLent(Buffer asked) {
            return false;
        }
    });

    /**
     * The lines of a packet for which the demultiplexer would call the extension: line, column, bytes, and where they begin; null when it
     * is malformed.
     */
    public @Nullable List<List<Integer>> read(byte[] packet, PixelFormat format) {
        RuntimeAccess.point(buffer, MemorySegment.ofArray(packet), 0, packet.length, 0, false, null);
        if (reader.parse(buffer, format) != VideoPacket.VIDEO) {
            return null;
        }
        List<List<Integer>> lines = new ArrayList<>();
        int data = reader.data;
        for (int i = 0; i < reader.lines; i++) {
            lines.add(List.of(reader.line[i], reader.column[i], reader.bytes[i], data));
            data += reader.bytes[i];
        }
        return lines;
    }
}
