package dev.spine.extension.ardma.host.grep;

import java.util.List;

/** A text that is in pieces of an area, in the order of the text. */
final class TextRanges implements TextReader {
    private final List<TextRange> ranges;
    private final TextReader area;

    /** Reads by the area's offsets. */
    TextRanges(List<TextRange> ranges, TextReader area) {
        this.ranges = List.copyOf(ranges);
        this.area = area;
    }

    /** How many there are. */
    int count() {
        return ranges.size();
    }

    long length() {
        return ranges.stream().mapToLong(TextRange::bytes).sum();
    }

    /** Where a byte of the text is in the area, and how many of its range are there from it on. */
    TextRange from(long at) {
        long before = 0;
        for (TextRange range : ranges) {
            if (at < before + range.bytes()) {
                return new TextRange(range.offset() + at - before, before + range.bytes() - at);
            }
            before += range.bytes();
        }
        throw new IllegalArgumentException("the text has no byte " + at);
    }

    @Override
    public byte[] read(long offset, int bytes) {
        byte[] all = new byte[bytes];
        int done = 0;
        while (done < bytes) {
            TextRange range = from(offset + done);
            int count = (int) Math.min(range.bytes(), bytes - done);
            System.arraycopy(area.read(range.offset(), count), 0, all, done, count);
            done += count;
        }
        return all;
    }
}
