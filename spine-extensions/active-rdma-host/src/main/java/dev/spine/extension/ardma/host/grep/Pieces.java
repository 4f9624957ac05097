package dev.spine.extension.ardma.host.grep;

/** A text, read piece by piece. The piece before the present one is kept, for a line that began there. */
final class Pieces {
    private final TextReader reader;
    private final long length;
    private final int most;
    private byte[] piece = {};
    private long first;
    private byte[] before = {};
    private long firstBefore;
    private long taken;

    Pieces(TextReader reader, long length, int most) {
        this.reader = reader;
        this.length = length;
        this.most = most;
    }

    /** {@return how many bytes were read} */
    long taken() {
        return taken;
    }

    int at(long offset) {
        long place = offset - first;
        if (place >= 0 && place < piece.length) {
            return piece[(int) place] & 0xFF;
        }
        place = offset - firstBefore;
        if (place >= 0 && place < before.length) {
            return before[(int) place] & 0xFF;
        }
        before = piece;
        firstBefore = first;
        first = offset;
        piece = reader.read(offset, (int) Math.min(most, length - offset));
        taken += piece.length;
        return piece[0] & 0xFF;
    }
}
