package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.StreamReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A placement in which many bytes are read and written where they are, as in one of a server.
 *
 * @param placement where the routine runs
 * @param mostByRoutine so many bytes are written by the routine
 */
record PlainlyMoving(ArfPlacement placement, int mostByRoutine) implements ArfPlacement {
    @Override
    public long call(StreamReader reader, long... arguments) throws IOException {
        return placement.call(reader, arguments);
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        return placement.read(offset, bytes);
    }

    @Override
    public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(into);
        for (AreaRange range : ranges) {
            all.put(placement.read(range.offset(), range.bytes()));
        }
        return ByteBuffer.wrap(placement.read(wordOffset, Long.BYTES)).getLong() == word;
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        placement.write(offset, bytes);
    }

    @Override
    public long token() {
        return placement.token();
    }

    @Override
    public void fence(long token) throws IOException {
        placement.fence(token);
    }

    @Override
    public void close() throws IOException {
        placement.close();
    }
}
