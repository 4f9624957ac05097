package dev.spine.perf.video;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.reference.FoundLine;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The host application's reader of packets, for comparison with the others. */
public final class HostReader {
    private final HostVideoPacket reader;

    /** A reader of one stream. */
    public HostReader(int port, PixelFormat format) {
        reader = new HostVideoPacket(port, format);
    }

    /** The lines of a packet; null when it is malformed or of another stream. */
    public @Nullable List<FoundLine> read(byte[] packet) {
        if (!reader.parse(MemorySegment.ofArray(packet), 0, packet.length)) {
            return null;
        }
        List<FoundLine> lines = new ArrayList<>();
        int at = reader.data();
        for (int i = 0; i < reader.lines(); i++) {
            lines.add(new FoundLine(reader.line(i), reader.column(i), reader.bytes(i), at));
            at += reader.bytes(i);
        }
        return lines;
    }
}
