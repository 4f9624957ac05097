package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.StreamReader;
import java.util.List;

/** A search of a text: call after call from where the last one ended, and what one cannot do, a line at the client. */
final class Search {
    /** A line that a routine leaves is read in pieces of one message. */
    private static final int PIECE_BYTES = 1 << 16;
    /** The same where it is the border of two ranges that it is in. */
    private static final int BORDER_BYTES = 512;
    private static final int FIXED_ARGUMENTS = 4;

    private final GrepPattern pattern;
    private final GrepForm form;
    private final TextRanges text;
    private final long length;
    private final StreamReader counted;
    private long matches;

    /** Of a text that is in one piece from the first byte on. */
    Search(GrepPattern pattern, GrepForm form, TextReader text, long length, StreamReader lines) {
        this(pattern, form, new TextRanges(length == 0 ? List.of() : List.of(new TextRange(0, length)), text), lines);
    }

    Search(GrepPattern pattern, GrepForm form, TextRanges text, StreamReader lines) {
        this.pattern = pattern;
        this.form = form;
        this.text = text;
        this.length = text.length();
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
        Pieces pieces = new Pieces(text, length, text.count() > 1 ? BORDER_BYTES : PIECE_BYTES);
        ClientScan here = new ClientScan(pattern.dfa(), pieces, length, counted);
        StreamReader reader = form == GrepForm.FIXED ? new LineFilter(pattern.dfa(), counted) : counted;
        long[] literal = form == GrepForm.FIXED ? GrepRoutines.literal(pattern.literal()) : new long[0];
        long[] arguments = new long[FIXED_ARGUMENTS + literal.length];
        System.arraycopy(literal, 0, arguments, FIXED_ARGUMENTS, literal.length);
        long bytes = sent;
        int calls = 0;
        long number = 0;
        for (long at = 0; at < length; ) {
            TextRange range = text.from(at);
            long to = range.offset() + range.bytes();
            arguments[0] = range.offset();
            arguments[1] = to;
            arguments[2] = at + range.bytes() == length ? to : Long.MAX_VALUE;
            arguments[3] = number;
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
