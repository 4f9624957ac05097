package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.OwnMethod;

/**
 * What all routines of a search have in common; it is lifted. A text is in area 0, and a run looks at a piece of it that begins with a
 * line. It emits each line that matches, with its number, and ends where its steps or its bytes of the stream do. A line that is longer
 * than either is left to the client.
 */
final class LineSearch {
    /** The name of {@link #scan}, in whose place each kind of search puts its own. */
    static final String SCAN = "scan";
    /** In scratch memory: how long the literal is that {@link LiteralScan} looks for, and its bytes. */
    static final int LITERAL_BYTES = 32;
    static final int LITERAL = 40;
    /** Longs of a literal in a call. */
    static final int WORDS = 11;
    static final int SCRATCH_BYTES = LITERAL + WORDS * Long.BYTES;
    /** The most steps that the search takes for a byte of the text, whatever the way to scan is. */
    private static final int STEPS_OF_BYTE = 200;
    /** Steps that are left for what does not depend on the text's length. */
    private static final int RESERVE = 2_000;
    /** Bytes that one run emits at most, which is what a server allows if nobody sets another limit. */
    private static final int MAX_EMITTED = 1 << 20;
    /** Digits, a colon, the end of a line. */
    private static final int NUMBER_BYTES = 22;
    /** What a run returns has 32 bits for how far it came. */
    private static final long MAX_BYTES = 1L << 31;
    /** Bytes that are looked at before the ends of their lines are counted, up to a multiple: a server that brings them has them still. */
    private static final int PIECE = 32_768;
    /** Where no line matches in more, they are counted when one does, and not at all if none does up to the end. */
    private static final int SOON = 2 * PIECE;
    /** Bytes that are looked through at a time, as many as compiled code does at once: they end at multiples, and so with a page. */
    private static final int WINDOW = 1_024;
    /** The same where a line's end is not far: all of them count as steps. */
    private static final int LINE_WINDOW = 256;

    private LineSearch() {}

    /**
     * {@return where a line matches: an offset in it, its end included; -1 when none does that ends within the piece} Here it is nowhere;
     * each kind of search has another one in its place.
     *
     * @param at where a line begins
     * @param until the piece's end, behind {@code at}
     * @param last the text's end
     */
    @OwnMethod
    static long scan(long at, long until, long last) {
        return -1;
    }

    /**
     * {@return how many lines, in the high 32 bits, and how many bytes it has looked at}
     *
     * @param from where a line begins
     * @param to where it ends to look, at most the text's end
     * @param last the text's end; a number beyond any when it goes on elsewhere
     * @param line how many lines are before it
     */
    static long search(long from, long to, long last, long line) {
        long most = Math.min(to, from + MAX_BYTES);
        long at = from;
        long counted = from;
        long matched = from;
        long lines = 0;
        long left = MAX_EMITTED - NUMBER_BYTES;
        long piece = PIECE;
        boolean goesOn = at < most;
        while (goesOn) {
            // What was not counted is to be, before the steps are used up.
            long bound = Math.min(most, at + (Areas.stepsLeft() - RESERVE - Math.max(0, at - counted >> 2)) / STEPS_OF_BYTE);
            long until = Math.min(bound, (at | piece - 1) + 1);
            long hit = until <= at ? -1 : scan(at, until, last);
            if (hit < 0 && until == last) {
                // Nobody asks how many lines are behind the last one that matches.
                return lines << 32 | last - from;
            }
            long upTo = hit;
            if (hit < 0) {
                long next = Math.max(at, until);
                while (next > at && Areas.load8(0, next - 1) != '\n') {
                    next--;
                }
                // A line that is longer than a piece is looked at by a longer one.
                piece = next == at ? 2 * piece : PIECE;
                goesOn = next < most && (next > at || until < bound);
                at = next;
                upTo = goesOn && at - matched > SOON ? counted : goesOn ? until : at;
            }
            long begin = at;
            while (counted < upTo) {
                long next = Math.min(upTo, (counted | WINDOW - 1) + 1);
                long ends = Areas.count(0, counted, next - counted, '\n');
                if (ends != 0) {
                    lines += (int) ends;
                    begin = counted + (ends >>> 32);
                }
                counted = next;
            }
            if (hit < 0) {
                continue;
            }
            at = begin;
            counted = begin;
            long end = Math.min(to, begin + Math.min(left, Areas.stepsLeft() - RESERVE));
            long behind = -1;
            for (long next = hit; next < end && behind < 0; next = (next | LINE_WINDOW - 1) + 1) {
                behind = Areas.find(0, next, Math.min(end - next, LINE_WINDOW - (next & LINE_WINDOW - 1)), '\n');
            }
            if (behind < 0 && end < last) {
                break;
            }
            boolean hasEnd = behind >= 0;
            behind = hasEnd ? behind + 1 : last;
            lines++;
            left -= NUMBER_BYTES + behind - begin;
            int place = NUMBER_BYTES - 1;
            Areas.store8(Areas.SCRATCH, place, ':');
            for (long rest = line + lines; rest > 0; rest /= 10) {
                place--;
                Areas.store8(Areas.SCRATCH, place, '0' + (int) (rest % 10));
            }
            Areas.emitBytes(Areas.SCRATCH, place, NUMBER_BYTES - place);
            Areas.emitBytes(0, begin, behind - begin);
            if (!hasEnd) {
                Areas.store8(Areas.SCRATCH, 0, '\n');
                Areas.emitBytes(Areas.SCRATCH, 0, 1);
            }
            at = behind;
            counted = behind;
            matched = behind;
            goesOn = at < most;
        }
        return lines << 32 | at - from;
    }

    /** The same for a literal, whose bytes come as numbers. */
    static long searchFor(long from, long to, long last, long line, long bytes, long a, long b, long c, long d, long e, long f, long g,
            long h, long i, long j, long k) {
        Areas.store64(Areas.SCRATCH, LITERAL_BYTES, bytes);
        Areas.store64(Areas.SCRATCH, LITERAL, a);
        Areas.store64(Areas.SCRATCH, LITERAL + 8, b);
        Areas.store64(Areas.SCRATCH, LITERAL + 16, c);
        Areas.store64(Areas.SCRATCH, LITERAL + 24, d);
        Areas.store64(Areas.SCRATCH, LITERAL + 32, e);
        Areas.store64(Areas.SCRATCH, LITERAL + 40, f);
        Areas.store64(Areas.SCRATCH, LITERAL + 48, g);
        Areas.store64(Areas.SCRATCH, LITERAL + 56, h);
        Areas.store64(Areas.SCRATCH, LITERAL + 64, i);
        Areas.store64(Areas.SCRATCH, LITERAL + 72, j);
        Areas.store64(Areas.SCRATCH, LITERAL + 80, k);
        return search(from, to, last, line);
    }
}
