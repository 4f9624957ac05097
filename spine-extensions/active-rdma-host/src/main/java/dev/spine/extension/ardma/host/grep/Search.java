package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;

/** A search of a text: call after call from where the last one ended, and what one cannot do, a line at the client. */
final class Search {
    /** A line that a routine leaves is read in pieces of one message. */
    private static final int PIECE_BYTES = 1 << 16;

    private final GrepPattern pattern;
    private final GrepForm form;
    private final TextReader text;
    private final long length;
    private final StreamReader counted;
    private long matches;

    Search(GrepPattern pattern, GrepForm form, TextReader text, long length, StreamReader lines) {
        this.pattern = pattern;
        this.form = form;
        this.text = text;
        this.length = length;
        this.counted = piece -> {
            for (byte each : piece) {
                matches += each == '\n' ? 1 : 0;
            }
            lines.read(piece);
        };
    }

    /** Reads everything. */
    GrepResult read() {
        Pieces pieces = new Pieces(text, length, RemoteServer.MAX_TRANSFER_BYTES);
        ClientScan here = new ClientScan(pattern.dfa(), pieces, length, counted);
        long number = 0;
        for (long at = 0; at < length; number++) {
            at = here.line(at, number + 1);
        }
        return new GrepResult(form, matches, pieces.taken(), 0);
    }

    /**
     * Runs a routine.
     *
     * @param sent bytes that have gone to the server before
     */
    GrepResult run(SearchCall routine, int sent) {
        Pieces pieces = new Pieces(text, length, PIECE_BYTES);
        ClientScan here = new ClientScan(pattern.dfa(), pieces, length, counted);
        StreamReader reader = form == GrepForm.FIXED ? new LineFilter(pattern.dfa(), counted) : counted;
        long[] literal = form == GrepForm.FIXED ? GrepRoutines.literal(pattern.literal()) : new long[0];
        long[] arguments = new long[3 + literal.length];
        System.arraycopy(literal, 0, arguments, 3, literal.length);
        long bytes = sent;
        int calls = 0;
        long number = 0;
        for (long at = 0; at < length; ) {
            arguments[0] = at;
            arguments[1] = length;
            arguments[2] = number;
            CallResult result = routine.run(reader, arguments);
            calls++;
            bytes += result.emitted();
            number += result.value() >>> Integer.SIZE;
            long behind = at + (result.value() & 0xFFFF_FFFFL);
            if (behind == at) {
                number++;
                behind = here.line(at, number);
            }
            at = behind;
        }
        return new GrepResult(form, matches, bytes + pieces.taken(), calls);
    }
}
