package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntSupplier;

/** A placement in which many bytes are read and written where they are, as in one of a server. */
final class PlainlyMoving extends PlacementThrough {
    private final IntSupplier mostByRoutine;

    /**
     * In front of another one.
     *
     * @param placement where the routine runs
     * @param mostByRoutine so many bytes of the next write are written by the routine
     */
    PlainlyMoving(ArfPlacement placement, IntSupplier mostByRoutine) {
        super(placement);
        this.mostByRoutine = mostByRoutine;
    }

    @Override
    public int mostByRoutine() {
        return mostByRoutine.getAsInt();
    }

    @Override
    public boolean readUnchanged(List<AreaRange> ranges, byte[] into, long wordOffset, long word) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(into);
        for (AreaRange range : ranges) {
            all.put(read(range.offset(), range.bytes()));
        }
        return ByteBuffer.wrap(read(wordOffset, Long.BYTES)).getLong() == word;
    }
}
