package dev.spine.extension.ardma.host.arf;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a file are, at a time when nobody was changing anything.
 *
 * @param word the lock's at that time: as long as it is that, the map is right
 * @param size bytes of the file
 * @param extents of the file, as {@link ArfLayout} has them
 */
record FileMap(long word, long size, List<Long> extents) {
    /** Reads one from what {@link Contents#emitMap} has emitted; what is behind it stays. */
    static FileMap read(ByteBuffer in) {
        long word = in.getLong();
        long size = in.getLong();
        long count = in.getLong();
        List<Long> extents = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            extents.add(in.getLong());
        }
        return new FileMap(word, size, extents);
    }

    /** {@return the places of bytes of the file, in their order; null when the file has too few blocks for its size} */
    @Nullable List<AreaRange> places(long offset, int bytes) {
        List<AreaRange> places = new ArrayList<>();
        long at = offset;
        long end = offset + bytes;
        long first = 0;
        for (long extent : extents) {
            long behind = first + (ArfLayout.count(extent) << ArfLayout.BLOCK_SHIFT);
            if (at < end && at < behind) {
                int count = (int) (Math.min(end, behind) - at);
                places.add(new AreaRange((ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT) + at - first, count));
                at += count;
            }
            first = behind;
        }
        return at < end ? null : places;
    }
}
